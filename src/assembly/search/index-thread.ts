/** Entry of the thread that indexes beside a crawl or a server. */
import { openWorkspaceIndex } from '../../backends/index.js';
import { serveIndexThread } from '../../follow/search/index.js';

await serveIndexThread(openWorkspaceIndex);
