import { Refusal } from '../rules.js';

/** A request that is no readable SOAP message: the only thing that is answered by a fault. */
export class SoapFault extends Refusal {
  constructor(
    message: string,
    readonly faultCode: 'Client' | 'VersionMismatch' | 'MustUnderstand' = 'Client',
    /** Of HTTP: SOAP 1.1 wants 500, but a type of body that is not taken has a status of its own. */
    readonly status = 500,
  ) {
    super(message, 'unreadable');
  }
}
