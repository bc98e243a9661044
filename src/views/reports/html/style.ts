/** The look of a report: light and dark, narrow and wide, on paper. No fonts, images or scripts from anywhere. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c2530;--dim:#5a6675;--faint:#8a95a3;--line:#e2e6eb;--ground:#f2f4f6;--paper:#faf9f6;--card:#fff;--accent:#8a5f00;
--main:#3f6fa8;--add:#2f8f6b;--upd:#d08a1d;--del:#c04848;--none:#b6bfc9;--shadow:0 1px 2px #1c253012}
@media (prefers-color-scheme:dark){:root{--ink:#e8ecf1;--dim:#a3afbd;--faint:#7d8997;--line:#2b343f;--ground:#202934;--paper:#11161c;--card:#181f28;--accent:#e3b04b;
--main:#6c9fdc;--add:#4fb58f;--upd:#e0a84a;--del:#e07272;--none:#55606d;--shadow:none}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
.page{max-width:76rem;margin:0 auto;padding:2rem clamp(1rem,3vw,2.5rem) 3rem}
header{border-bottom:3px solid var(--accent);padding-bottom:1rem;margin-bottom:1.5rem}
.brand{margin:0 0 .2rem;color:var(--accent);font-weight:650;letter-spacing:.05em;font-size:.85rem;text-transform:uppercase}
h1{margin:0;font-size:clamp(1.5rem,4vw,2.1rem);line-height:1.2;overflow-wrap:anywhere}
.facts{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin:.6rem 0 0;padding:0;list-style:none;color:var(--dim)}
.state{display:inline-block;padding:0 .6rem;border-radius:1rem;background:var(--ground);color:var(--ink);font-weight:600}
.state.finished{background:var(--add);color:#fff}.state.failed{background:var(--del);color:#fff}.state.paused,.state.stopped{background:var(--upd);color:#fff}.state.running{background:var(--main);color:#fff}
@media (prefers-color-scheme:dark){.state.finished,.state.failed,.state.paused,.state.stopped,.state.running{color:#11161c}}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.9rem;margin-bottom:.9rem}
.card,section{background:var(--card);border:1px solid var(--line);border-radius:.7rem;box-shadow:var(--shadow)}
.card{padding:.9rem 1.1rem}.card h2{margin:0;font-size:.85rem;font-weight:500;color:var(--dim)}
.value{margin:.1rem 0;font-size:1.75rem;white-space:nowrap;line-height:1.2;font-weight:650;font-variant-numeric:tabular-nums}.card p:last-child{margin:0;color:var(--dim);font-size:.88rem}
.grid{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.9rem}
section{padding:1.1rem 1.25rem 1.2rem;min-width:0}section.wide,.grid>.wide{grid-column:1/-1}
section h2{margin:0 0 .7rem;font-size:1.05rem;line-height:1.3}h3{margin:1.1rem 0 .4rem;font-size:.92rem;color:var(--dim);font-weight:600}
.remark{margin:-.35rem 0 .8rem;color:var(--dim);font-size:.9rem}.scroll+.remark,.bars+.remark{margin:.6rem 0 0}
.chart{display:grid;grid-template-columns:auto 1fr;column-gap:.6rem}
.scale{display:flex;flex-direction:column;justify-content:space-between;text-align:right;color:var(--faint);font-size:.75rem;line-height:1;height:9.5rem;font-variant-numeric:tabular-nums}
.chart svg{width:100%;height:9.5rem;display:block;border-bottom:1px solid var(--faint);overflow:visible}
.chart line{stroke:var(--line);stroke-width:1;vector-effect:non-scaling-stroke}
.axis,.names{grid-column:2;display:flex;justify-content:space-between;color:var(--faint);font-size:.75rem;margin-top:.3rem;gap:.4rem}
.names span{flex:1 1 0;text-align:center;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
rect.ground{fill:transparent}g:hover rect.ground{fill:var(--ground)}
rect.main{fill:var(--main)}rect.add{fill:var(--add)}rect.upd{fill:var(--upd)}rect.del{fill:var(--del)}rect.none{fill:var(--none)}
.share{width:100%;height:1.1rem;display:block;border-radius:.3rem;overflow:hidden}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin:.7rem 0 0;padding:0;color:var(--dim)}
.legend svg{width:.75rem;height:.75rem;margin-right:.35rem}.legend b{color:var(--ink);font-variant-numeric:tabular-nums}
.bars{list-style:none;margin:0;padding:0;display:grid;gap:.35rem}
.bars li{display:grid;grid-template-columns:minmax(5rem,10.5rem) 1fr minmax(3rem,auto) minmax(3.6rem,auto);gap:.7rem;align-items:center}
.bars .name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.bars svg{width:100%;height:.7rem;display:block;background:var(--ground);border-radius:.2rem}
.bars b{text-align:right;font-weight:600;font-variant-numeric:tabular-nums}.bars i{font-style:normal;color:var(--dim);font-size:.85rem;text-align:right;white-space:nowrap}
.scroll{overflow-x:auto;margin:0 -.35rem}table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:.4rem .5rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}tr:last-child td{border-bottom:0}
th{color:var(--dim);font-weight:500;font-size:.82rem;white-space:nowrap}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
td:not([class]){white-space:nowrap}td.address{overflow-wrap:anywhere;min-width:12rem}td.words{min-width:10rem;overflow-wrap:anywhere}
td small{display:block;color:var(--dim);font-size:.85rem;overflow-wrap:anywhere}
.op{display:inline-block;min-width:2.6rem;padding:0 .45rem;border-radius:.3rem;color:#fff;font-weight:600;font-size:.8rem;text-align:center}
.op.Add{background:var(--add)}.op.Upd{background:var(--upd)}.op.Del{background:var(--del)}.op.None{background:var(--none);color:var(--ink)}
@media (prefers-color-scheme:dark){.op{color:#11161c}}
.good{color:var(--add);font-weight:600}.bad{color:var(--del);font-weight:600}
a{color:inherit;text-decoration-color:var(--faint);text-underline-offset:.15em}footer{margin-top:1.6rem;color:var(--dim);font-size:.85rem}
@media (max-width:52rem){.grid{grid-template-columns:minmax(0,1fr)}}
@media (max-width:36rem){.page{padding-top:1.2rem}.cards{grid-template-columns:repeat(2,minmax(0,1fr))}.card{padding:.7rem .8rem}.value{font-size:1.5rem}section{padding:.9rem}
.names span{font-size:.65rem}.names.dense span:not(:nth-child(3n+1)){visibility:hidden}.card:last-child:nth-child(odd){grid-column:1/-1}.bars li{grid-template-columns:minmax(4.5rem,7.5rem) 1fr auto}.bars i{display:none}
thead{display:none}tr{display:grid;grid-template-columns:1fr auto;gap:.1rem .8rem;padding:.5rem 0;border-bottom:1px solid var(--line)}tr:last-child{border:0}
td{border:0;padding:0 .35rem}td.address,td.words{grid-column:1/-1;min-width:0}td.number{text-align:left}td.number::before{content:attr(data-head) " ";color:var(--dim);font-size:.82rem}}
@media print{:root{color-scheme:light;--ink:#000;--dim:#444;--faint:#777;--line:#ccc;--ground:#eee;--paper:#fff;--card:#fff;--accent:#8a5f00;--main:#3f6fa8;--add:#2f8f6b;--upd:#d08a1d;--del:#c04848;--none:#b6bfc9;--shadow:none}
body{font-size:11px}.page{max-width:none;padding:0}section,.card{break-inside:avoid;border-radius:0}section.long{break-inside:auto}tr{break-inside:avoid}a{text-decoration:none}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}.op{color:#fff}@page{margin:14mm}}
`;
