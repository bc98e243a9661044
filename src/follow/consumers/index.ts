export { type Batch, BEGINNING, type Consumer, ConsumerError, type JournalConsumer, type Position } from './consumer.js';
export { ConsumerFile, type ConsumerFileOptions, consumerFile, JOURNAL } from './consumer-file.js';
export { remarksOn } from './consumer-remarks.js';
export { type ConsumerState, consumerStates, resetConsumer } from './consumer-states.js';
export { type FollowOptions, follow, followJournal, type JournalFollowOptions, type ReadAfter, type Trouble } from './follow.js';
export { openLatestMirror } from './latest-mirror.js';
export { type ConsumerDatabase, openDatabase } from './open-database.js';
export { type Pauses, pauseAfter, wait } from './pauses.js';
export { openSqliteConsumer, type SqliteConsumer, type SqliteConsumerOptions } from './sqlite-consumer.js';
