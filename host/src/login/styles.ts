/** Styles of the login page. Colours are the variables of boot/base.css, which both pages have before any script. */
export const LOGIN_STYLES = `
.l-page { display: flex; min-height: 100%; background: var(--sheet); color: var(--ink); }
.l-panel { position: sticky; top: 0; flex: 0 0 44%; height: 100vh; overflow: hidden; background: var(--panel); color: #fff; padding: 56px 48px; display: flex; flex-direction: column; justify-content: space-between; }
.l-panel > * { position: relative; }
.l-panel .l-seal { position: absolute; top: 118px; right: -76px; width: 320px; transform: rotate(12deg); color: rgba(255,255,255,.26); }
.l-brand { display: flex; align-items: center; gap: 12px; font-size: 18px; font-weight: 600; }
.l-logo { width: 44px; height: 44px; border: 2px solid currentColor; border-radius: 4px; display: grid; place-items: center; font: 600 22px/1 var(--song); }
.l-song { margin: 0 0 16px; font: 600 34px/1.5 var(--song); letter-spacing: 0; }
.l-small { margin: 0; opacity: .92; }
.l-main { flex: 1; display: grid; place-items: center; padding: 32px 16px; min-width: 0; }
.l-card { width: 100%; max-width: 360px; }
.l-card h1 { margin: 0; font-size: 24px; line-height: 32px; font-weight: 600; }
.l-sub { margin: 4px 0 20px; color: var(--ink-3); }
.l-step { margin: 0 0 4px; color: var(--ink-3); font-size: 12px; }
.l-field { margin-bottom: 20px; }
.l-field label, .l-kinds legend { display: block; margin-bottom: 8px; padding: 0; }
.l-optional { color: var(--ink-3); }
.l-box { display: flex; align-items: center; height: 40px; border: 1px solid var(--field); border-radius: 6px; background: var(--sheet); }
.l-box:focus-within { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus); }
.l-box-bad { border-color: var(--bad); }
.l-box input { flex: 1; min-width: 0; height: 100%; padding: 0 12px; border: 0; border-radius: 6px; outline: 0; background: none; color: inherit; font: inherit; font-size: 15px; }
.l-box input::-ms-reveal { display: none; }
.l-eye { flex: none; width: 36px; height: 36px; display: grid; place-items: center; border: 0; background: none; color: var(--ink-3); cursor: pointer; border-radius: 4px; }
.l-eye:hover { color: var(--ink); }
.l-send { flex: none; height: 28px; margin-right: 6px; padding: 0 10px; border: 0; border-left: var(--hl) solid var(--line); background: none; color: var(--link); font: inherit; cursor: pointer; }
.l-send:disabled { color: var(--ink-3); cursor: default; }
.l-error, .l-hint { margin: 4px 0 0; font-size: 13px; line-height: 20px; }
.l-error { color: var(--bad); }
.l-error:empty, .l-hint:empty { margin: 0; }
.l-hint { color: var(--ink-3); }
.l-message { margin: 0 0 12px; padding: 8px 12px; border-radius: 4px; background: var(--bad-bg); color: var(--bad); }
.l-warning { margin: 0 0 16px; padding: 8px 12px; border: 1px solid var(--line); border-left: 3px solid var(--seal); border-radius: 4px; }
.l-notice { margin: 0 0 16px; padding: 8px 12px; border-radius: 4px; background: var(--good-bg); color: var(--good); }
.l-button { display: grid; place-items: center; width: 100%; height: 40px; border: 0; border-radius: 6px; background: var(--seal); color: var(--on-seal); font: inherit; font-size: 16px; text-decoration: none; cursor: pointer; }
.l-button:hover:not(:disabled) { background: var(--seal-hover); }
.l-button:active:not(:disabled) { background: var(--seal-active); }
.l-button:disabled { background: var(--line); color: var(--ink-2); cursor: default; }
.l-other { margin-top: 12px; border: 1px solid var(--field); background: var(--sheet); color: var(--ink); }
.l-other:hover:not(:disabled) { border-color: var(--seal); background: var(--sheet); color: var(--seal); }
.l-trust { display: flex; gap: 8px; align-items: center; margin: -4px 0 20px; cursor: pointer; }
.l-trust input { width: 16px; height: 16px; margin: 0; accent-color: var(--seal); }
.l-qr { display: block; width: 184px; height: 184px; margin: 0 auto 12px; border-radius: 6px; background: #fff; }
.l-secret { margin: 0 0 20px; text-align: center; font: 14px/1.8 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.l-codes { display: grid; grid-template-columns: 1fr 1fr; gap: 4px 16px; margin: 0 0 16px; padding: 12px 16px; list-style: none; border: 1px solid var(--line); border-radius: 6px; font: 15px/1.8 ui-monospace, Menlo, Consolas, monospace; }
.l-links { display: flex; justify-content: space-between; margin-top: 12px; }
.l-link, .l-links a, .l-below a { padding: 0; border: 0; background: none; color: var(--link); font: inherit; text-decoration: none; cursor: pointer; }
.l-link:hover, .l-links a:hover { text-decoration: underline; }
.l-below a { text-decoration: underline; text-underline-offset: 3px; }
.l-below { margin: 24px 0 0; color: var(--ink-3); }
.l-slider { position: relative; margin-bottom: 20px; }
.l-track { position: relative; height: 42px; border: 1px solid var(--field); border-radius: 4px; background: var(--sheet); display: flex; align-items: center; }
.l-track-text { flex: 1; padding-left: 60px; }
.l-track-links { position: relative; z-index: 1; display: flex; gap: 12px; padding-right: 16px; }
.l-track-passed { border-color: var(--good); background: var(--good-bg); color: var(--good); }
.l-track-passed .l-track-text { padding-left: 16px; }
.l-check { padding-right: 16px; font-weight: 700; }
.l-handle { position: absolute; z-index: 2; top: 4px; width: 44px; height: 32px; display: grid; place-items: center; border-radius: 3px; background: var(--seal); color: var(--on-seal); font-size: 16px; cursor: grab; touch-action: none; user-select: none; }
.l-handle:active { cursor: grabbing; }
.l-handle[aria-disabled="true"] { background: var(--ink-3); cursor: default; }
.l-picture { position: absolute; z-index: 3; bottom: 50px; left: 0; max-width: 100%; padding: 8px; border-radius: 6px; background: var(--sheet); box-shadow: 0 6px 24px rgba(0,0,0,.2), 0 0 0 1px var(--line); }
.l-picture img { display: block; border-radius: 3px; }
.l-rules { list-style: none; margin: -12px 0 20px; padding: 0; font-size: 13px; line-height: 22px; color: var(--ink-3); }
.l-rules li { display: flex; gap: 8px; }
.l-rule-passed { color: var(--good); }
.l-kinds { display: flex; gap: 8px; margin: 0 0 20px; padding: 0; border: 0; }
.l-kinds label { flex: 1; display: grid; place-items: center; height: 40px; border: 1px solid var(--field); border-radius: 6px; cursor: pointer; }
.l-kinds .l-kind-chosen { border-color: var(--seal); box-shadow: 0 0 0 1px var(--seal); font-weight: 600; }
.l-kinds input { position: absolute; opacity: 0; }
.l-kinds label:has(input:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; }
.l-toasts { position: fixed; z-index: 10; top: 16px; left: 0; right: 0; display: flex; justify-content: center; pointer-events: none; }
.l-toast { pointer-events: auto; display: flex; gap: 8px; max-width: 560px; padding: 9px 16px; border-radius: 6px; background: var(--sheet); box-shadow: 0 6px 24px rgba(0,0,0,.2), 0 0 0 1px var(--line); }
.l-toast-error span { color: var(--bad); }
.l-toast-success span, .l-toast-info span { color: var(--good); }
@media (max-width: 900px) {
  .l-page { flex-direction: column; }
  .l-panel { position: relative; flex: 0 0 120px; height: auto; padding: 16px 24px; justify-content: center; }
  .l-panel .l-seal { top: -80px; right: -40px; width: 240px; }
  .l-headline { display: none; }
  .l-main { align-items: start; }
}
@media (forced-colors: active) { .l-handle { border: 1px solid; } }
`
