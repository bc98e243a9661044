export { type IngestOptions, openIngest, type VerifyMd5 } from './ingest.js';
export { DEFAULT_LIMITS, type IngestLimits } from './limits.js';
export {
  DocumentOfAnother,
  type GroupChange,
  GroupConflict,
  GroupOfAnother,
  type GroupState,
  type GroupStore,
  type Ingest,
  type KnownFile,
  type Outcome,
  type RefusalCode,
  type UnpackedFile,
} from './port.js';
export { acceptForm } from './receive/accept-form.js';
export { isSentBy } from './senders.js';
export { PATH as SOAP_PATH } from './soap/names.js';
export { answerSoap } from './soap/soap-service.js';
export { schema as soapSchema, wsdl } from './soap/wsdl.js';
export { followGroups } from './workspace/follow-groups.js';
export { receiveFile } from './workspace/receive-file.js';
export { makeWorkspaceGroups, WorkspaceGroups, type WorkspaceGroupsOptions } from './workspace/workspace-groups.js';
