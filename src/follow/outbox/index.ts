export { bytesOfPage, endingOf } from './documents.js';
export { type ForgottenParcels, forgetParcels } from './forget-parcels.js';
export { IncompleteError, makeGroup, packageName } from './make-group.js';
export { type DeliverySettings, type OutboxReport, openOutbox, type RunningOutbox } from './open-outbox.js';
export { type Answer, type Connection, type ConnectionOptions, connectionTo, exchange } from './receivers/http-exchange.js';
export { openReceiver, PROTOCOLS, type Protocol, protocolOf } from './receivers/open-receiver.js';
export { UnavailableError } from './receivers/receiver.js';
export { SOAP_ENCODINGS, type SoapEncoding } from './receivers/soap-message.js';
export { type SendReport, sendPackages } from './send-packages.js';
