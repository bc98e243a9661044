/**
 * Parameters that tell the publisher where a visitor came from and never change what is shown. Add a name only when the
 * tool that sets it documents it and it means nothing else.
 */
const BY_TOOL: Readonly<Record<string, string>> = {
  google: 'gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl _gac',
  meta: 'fbclid fb_action_ids fb_action_types igsh igshid',
  otherAdvertising: 'msclkid yclid ysclid ymclid _openstat twclid ttclid li_fat_id epik sccid rdt_cid rb_clickid wickedid',
  analytics: 's_cid s_kwcid ef_id wt.mc_id wt_mc wt_zmc xtor',
  matomo: 'pk_campaign pk_kwd pk_source pk_medium pk_content pk_cid piwik_campaign piwik_kwd',
  mailings: 'mc_cid mc_eid _hsenc _hsmi __hssc __hstc __hsfp hsctatracking mkt_tok vero_id vero_conv oly_anon_id oly_enc_id _kx __s sib_id',
};

const NAMES: ReadonlySet<string> = new Set(Object.values(BY_TOOL).flatMap((names) => names.split(' ')));

const PREFIXES = ['utm_', 'mtm_', 'matomo_', 'hsa_', 'itm_'];

const PREFIXED = new RegExp(`^(?:${PREFIXES.join('|')})`);

/** Source of a pattern that matches the start of every such name, and of some others. */
export const TRACKING_NAMES = [...PREFIXES, ...NAMES].map((name) => name.replaceAll('.', '\\.')).join('|');

/** Expects `name` in lower case. */
export const isTrackingParameter = (name: string): boolean => NAMES.has(name) || PREFIXED.test(name);
