import { fileScene, ftpScene, httpScene } from '../../test/support/fetcher-scenes.js';
import { fetcherContract } from './fetcher.contract.js';

fetcherContract('the HTTP fetcher', () => httpScene());
fetcherContract('the FTP fetcher', ftpScene);
fetcherContract('the file fetcher', fileScene);
