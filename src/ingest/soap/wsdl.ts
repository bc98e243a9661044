/** What the service says of itself: its WSDL, and the four schemas it imports, as the original's toolkit writes them. */
import { actionOf, DESCRIPTION, GROUP, OPERATIONS, SERIALIZATION, SERVICE, type SoapOperation } from './names.js';

const XS = 'http://www.w3.org/2001/XMLSchema';
const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

/** `address` is that of the service, as the client reached it. A single one has its schemas inside. */
export function wsdl(address: string, { isSingle = false } = {}): string {
  return `${DECLARATION}<wsdl:definitions name="ServiceEUCases" targetNamespace="${SERVICE}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="${SERVICE}" xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd" xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl" xmlns:xsd="${XS}">
  <wsp:Policy wsu:Id="BasicHttpBinding_IServiceEUCases_policy">
    <wsp:ExactlyOne>
      <wsp:All>
        <wsoma:OptimizedMimeSerialization xmlns:wsoma="http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization"/>
      </wsp:All>
    </wsp:ExactlyOne>
  </wsp:Policy>
  <wsdl:types>
${isSingle ? schemasInside() : schemasApart(escapeValue(address))}  </wsdl:types>
${OPERATIONS.map(messages).join('')}  <wsdl:portType name="IServiceEUCases">
${OPERATIONS.map(portOperation).join('')}  </wsdl:portType>
  <wsdl:binding name="BasicHttpBinding_IServiceEUCases" type="tns:IServiceEUCases">
    <wsp:PolicyReference URI="#BasicHttpBinding_IServiceEUCases_policy"/>
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${OPERATIONS.map(boundOperation).join('')}  </wsdl:binding>
  <wsdl:service name="ServiceEUCases">
    <wsdl:port name="BasicHttpBinding_IServiceEUCases" binding="tns:BasicHttpBinding_IServiceEUCases">
      <soap:address location="${escapeValue(address)}"/>
    </wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

const NAMESPACES = [SERVICE, SERIALIZATION, GROUP, DESCRIPTION];

const schemasApart = (address: string): string => `    <xsd:schema targetNamespace="${SERVICE}Imports">
${NAMESPACES.map((namespace, index) => `      <xsd:import schemaLocation="${address}?xsd=xsd${index}" namespace="${namespace}"/>\n`).join('')}    </xsd:schema>
`;

const schemasInside = (): string =>
  Object.values(SCHEMAS)
    .map((write) => write('').replace(/ schemaLocation="[^"]*"/g, ''))
    .join('');

const messages = (name: SoapOperation): string => `  <wsdl:message name="IServiceEUCases_${name}_InputMessage">
    <wsdl:part name="parameters" element="tns:${name}"/>
  </wsdl:message>
  <wsdl:message name="IServiceEUCases_${name}_OutputMessage">
    <wsdl:part name="parameters" element="tns:${name}Response"/>
  </wsdl:message>
`;

const portOperation = (name: SoapOperation): string => `    <wsdl:operation name="${name}">
      <wsdl:input wsaw:Action="${actionOf(name)}" message="tns:IServiceEUCases_${name}_InputMessage"/>
      <wsdl:output wsaw:Action="${actionOf(name)}Response" message="tns:IServiceEUCases_${name}_OutputMessage"/>
    </wsdl:operation>
`;

const boundOperation = (name: SoapOperation): string => `    <wsdl:operation name="${name}">
      <soap:operation soapAction="${actionOf(name)}" style="document"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input>
      <wsdl:output><soap:body use="literal"/></wsdl:output>
    </wsdl:operation>
`;

/** xsd0 … xsd3; null for another name. `address` as in wsdl. */
export function schema(name: string, address: string): string | null {
  const write = SCHEMAS[name];
  return write ? DECLARATION + write(escapeValue(address)) : null;
}

const SCHEMAS: Readonly<Record<string, (address: string) => string>> = {
  xsd0: serviceSchema,
  xsd1: serializationSchema,
  xsd2: groupSchema,
  xsd3: descriptionSchema,
};

function serviceSchema(address: string): string {
  const operation = (name: SoapOperation, type: string) => `  <xs:element name="${name}">
    <xs:complexType>
      <xs:sequence>
        <xs:element minOccurs="0" name="document" nillable="true" type="q:${type}" xmlns:q="${GROUP}"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
  <xs:element name="${name}Response">
    <xs:complexType>
      <xs:sequence>
        <xs:element minOccurs="0" name="${name}Result" nillable="true" type="xs:string"/>
      </xs:sequence>
    </xs:complexType>
  </xs:element>
`;
  return `<xs:schema elementFormDefault="qualified" targetNamespace="${SERVICE}" xmlns:xs="${XS}" xmlns:tns="${SERVICE}">
  <xs:import schemaLocation="${address}?xsd=xsd2" namespace="${GROUP}"/>
${operation('UploadFile', 'UploadDocumentGroup')}${operation('UploadFileComplex', 'UploadDocumentGroupComplex')}</xs:schema>
`;
}

/** Types that the original's serialiser always publishes. */
function serializationSchema(): string {
  const plain = [
    'anyType',
    'anyURI',
    'base64Binary',
    'boolean',
    'byte',
    'dateTime',
    'decimal',
    'double',
    'float',
    'int',
    'long',
    'QName',
    'short',
    'string',
  ];
  const unsigned = ['unsignedByte', 'unsignedInt', 'unsignedLong', 'unsignedShort'];
  const element = (name: string, type = `xs:${name}`) => `  <xs:element name="${name}" nillable="true" type="${type}"/>\n`;
  return `<xs:schema attributeFormDefault="qualified" elementFormDefault="qualified" targetNamespace="${SERIALIZATION}" xmlns:xs="${XS}" xmlns:tns="${SERIALIZATION}">
${[...plain, ...unsigned].map((name) => element(name)).join('')}${element('char', 'tns:char')}  <xs:simpleType name="char">
    <xs:restriction base="xs:int"/>
  </xs:simpleType>
${element('duration', 'tns:duration')}  <xs:simpleType name="duration">
    <xs:restriction base="xs:duration">
      <xs:pattern value="\\-?P(\\d*D)?(T(\\d*H)?(\\d*M)?(\\d*(\\.\\d*)?S)?)?"/>
      <xs:minInclusive value="-P10675199DT2H48M5.4775808S"/>
      <xs:maxInclusive value="P10675199DT2H48M5.4775807S"/>
    </xs:restriction>
  </xs:simpleType>
${element('guid', 'tns:guid')}  <xs:simpleType name="guid">
    <xs:restriction base="xs:string">
      <xs:pattern value="[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}"/>
    </xs:restriction>
  </xs:simpleType>
  <xs:attribute name="FactoryType" type="xs:QName"/>
  <xs:attribute name="Id" type="xs:ID"/>
  <xs:attribute name="Ref" type="xs:IDREF"/>
</xs:schema>
`;
}

const optional = (name: string, type: string): string =>
  `      <xs:element minOccurs="0" name="${name}" nillable="true" type="${type}"/>\n`;

const complexType = (
  name: string,
  members: readonly (readonly [name: string, type: string])[],
): string => `  <xs:complexType name="${name}">
    <xs:sequence>
${members.map(([member, type]) => optional(member, type)).join('')}    </xs:sequence>
  </xs:complexType>
  <xs:element name="${name}" nillable="true" type="tns:${name}"/>
`;

function groupSchema(address: string): string {
  return `<xs:schema elementFormDefault="qualified" targetNamespace="${GROUP}" xmlns:xs="${XS}" xmlns:tns="${GROUP}" xmlns:q="${DESCRIPTION}">
  <xs:import schemaLocation="${address}?xsd=xsd3" namespace="${DESCRIPTION}"/>
${complexType('UploadDocumentGroup', [
  ['Data', 'xs:base64Binary'],
  ['MetaInfo', 'xs:string'],
])}${complexType('UploadDocumentGroupComplex', [
  ['Data', 'xs:base64Binary'],
  ['MetaInfo', 'q:XmlDocumentGroup'],
])}</xs:schema>
`;
}

function descriptionSchema(): string {
  const texts = (...names: readonly string[]) => names.map((name) => [name, 'xs:string'] as const);
  return `<xs:schema elementFormDefault="qualified" targetNamespace="${DESCRIPTION}" xmlns:xs="${XS}" xmlns:tns="${DESCRIPTION}">
${complexType('XmlDocumentGroup', [
  ...texts('Crawler', 'Date'),
  ['Document', 'tns:ArrayOfXmlDocumentMetaInfo'],
  ...texts('FileName', 'Format', 'Identifier', 'Lang', 'Operation'),
])}  <xs:complexType name="ArrayOfXmlDocumentMetaInfo">
    <xs:sequence>
      <xs:element minOccurs="0" maxOccurs="unbounded" name="XmlDocumentMetaInfo" nillable="true" type="tns:XmlDocumentMetaInfo"/>
    </xs:sequence>
  </xs:complexType>
  <xs:element name="ArrayOfXmlDocumentMetaInfo" nillable="true" type="tns:ArrayOfXmlDocumentMetaInfo"/>
${complexType('XmlDocumentMetaInfo', texts('File', 'Format', 'Identifier', 'Md5', 'Operation', 'Url'))}</xs:schema>
`;
}

const escapeValue = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
