/** Names of the contract's SOAP edge, to be reproduced character by character. */
export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope';
export const SERVICE = 'http://tempuri.org/';
export const GROUP = 'http://schemas.datacontract.org/2004/07/ServiceEUCases';
export const DESCRIPTION = 'http://schemas.datacontract.org/2004/07/MetainfoEUCases';
export const SERIALIZATION = 'http://schemas.microsoft.com/2003/10/Serialization/';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

export const PATH = '/CrawlerService/ServiceEUCases.svc';

export const OPERATIONS = ['UploadFile', 'UploadFileComplex'] as const;
export type SoapOperation = (typeof OPERATIONS)[number];

export const actionOf = (operation: SoapOperation): string => `http://tempuri.org/IServiceEUCases/${operation}`;
