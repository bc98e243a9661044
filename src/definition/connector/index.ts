export type { CompleteConnector, CompleteRoute } from './complete.js';
export { type DescribedConnector, type DescribedRoute, describeConnector, type FieldOrigin, hostsOf } from './describe.js';
export { connectorFiles, SHIPPED_CONNECTORS } from './find.js';
export { describeForm, type FormField, type FormSection, type ParameterForm, takesSeveral } from './form.js';
export { type ConnectorEntry, type ConnectorFolders, type LoadedConnector, listConnectors, loadConnector } from './load.js';
export { nextHook } from './next-hook.js';
export { translateOlder } from './older-names.js';
export { type GivenParameters, ParameterError, resolveParameters } from './parameters.js';
export { writeConnectorReference } from './reference.js';
export { RUN_PARAMETERS, type RunParameter } from './run-parameters.js';
export {
  type Connector,
  type ConnectorInput,
  connectorSchema,
  type DocumentRule,
  type Expression,
  type FileRule,
  type MemberRule,
  type NextRule,
  type Parameter,
  type RequestTemplate,
  type Reuse,
  type Role,
  type Route,
  type SessionRule,
  type Step,
  type StepOf,
  type SubmitTemplate,
  type WindowRule,
} from './schema.js';
