import { readWorkspace } from '../backends/index.js';
import type { Repository } from '../store/index.js';

/** Opens a workspace to read for as long as it is looked at. */
export async function reading<T>(workspace: string, look: (repository: Repository) => T | Promise<T>): Promise<T> {
  const { repository, close } = readWorkspace(workspace);
  try {
    return await look(repository);
  } finally {
    close();
  }
}
