import {
  type LoadedScutter,
  loadScutter as loadWith,
  type SavedCache,
  type ScutterWish,
  saveCache as saveWith,
} from '../../views/scutter/index.js';
import { withReading } from '../open-workspace.js';
import { loadRegistry } from '../registry.js';

export const loadScutter = (wish: ScutterWish): Promise<LoadedScutter> => loadWith(wish, loadRegistry);

export const saveCache = (workspace: string, folder: string, onRemark: (remark: string) => void = () => {}): Promise<SavedCache> =>
  saveWith(workspace, folder, { reading: withReading, onRemark });
