import type { Repository } from '../store/index.js';
import { withReading } from './open-workspace.js';

/** The records of a workspace, for as long as they are looked at. */
export const reading = <T>(workspace: string, look: (repository: Repository) => T | Promise<T>): Promise<T> =>
  withReading(workspace, ({ repository }) => look(repository));
