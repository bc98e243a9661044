import { Refusal } from '../rules.js';

/** Found while a message arrives, so that the rest of it need not. */
export class MessageTooLarge extends Refusal {
  constructor(most: number) {
    super(`The message is larger than ${most} bytes, the most that is allowed`, 'too-large');
  }
}
