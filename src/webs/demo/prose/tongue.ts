/** What a language needs to write pages in it. The sentences of each language are original and say nothing about real people or places. */
export interface Tongue {
  readonly code: string;
  readonly topics: Readonly<Record<Topic, TopicProse>>;
  /** Sentences that fit any topic. */
  readonly general: readonly string[];
  /** Filled into {place}, {person} and {month}; {number} comes from the seed. */
  readonly places: readonly string[];
  readonly people: readonly string[];
  readonly months: readonly string[];
  readonly words: Readonly<Record<Word, string>>;
}

export type Topic = 'harbour' | 'council' | 'culture' | 'weather';

/** Labels of the page furniture. */
export type Word = 'home' | 'about' | 'contact' | 'next' | 'previous' | 'more' | 'related' | 'imprint' | 'skip';

export interface TopicProse {
  readonly name: string;
  readonly titles: readonly string[];
  readonly sentences: readonly string[];
}

export const TOPICS: readonly Topic[] = ['harbour', 'council', 'culture', 'weather'];
