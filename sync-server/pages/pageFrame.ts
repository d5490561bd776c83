/**
 * Frame of a shared page: header with script-free links, and the style. Sizes match the screens
 * that replace it, so that little shifts; colours and type come from app/ui/look/tokens.css and
 * base.css, which every page loads.
 */
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { Html, html } from './html.ts'

const LOGO = html`<svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
  <rect class="tile" width="32" height="32" rx="8" />
  <path class="hexagon" d="M23.2 14.2 18.6 22.2H9.4L4.8 14.2 9.4 6.2h9.2z" />
  <path class="stripe" d="M14 14.2 32 24.6" />
  <circle class="dot" cx="14" cy="14.2" r="2.2" />
</svg>`

// Inside the page it styles: it goes when the app mounts.
const STYLE = new Html(
  `<style>${`
@layer screen { .shared {
  display: flex; flex-direction: column; min-height: 100dvh;
  & .button { display: inline-flex; align-items: center; justify-content: center; min-height: max(var(--hit), 40px); padding: 0 18px; border: 1px solid var(--line-strong); border-radius: var(--r-m); background: var(--surface); color: var(--text); font-size: var(--t-15); font-weight: 620; line-height: 1.2; text-decoration: none; white-space: nowrap }
  & .primary { border-color: transparent; background: var(--solid); color: var(--on-solid) }
  & .actions { display: flex; gap: var(--s3) }
  & > header { position: sticky; top: 0; z-index: 20; border-bottom: 1px solid var(--line); background: var(--bg) }
  & .bar { display: flex; align-items: center; gap: var(--s2); height: var(--header); max-width: calc(var(--page) + 2 * var(--gut)); margin: 0 auto; padding: 0 var(--gut) }
  & .logo { display: flex; align-items: center; gap: 10px; min-height: 48px; margin-right: var(--s4); color: var(--text); font-size: 19px; font-stretch: 116%; font-weight: 720; letter-spacing: -0.02em; text-decoration: none }
  & .tile { fill: var(--logo) }
  & .hexagon { fill: none; stroke: var(--logo-line); stroke-width: 2.4; stroke-linejoin: round }
  & .stripe { stroke: var(--marker-9); stroke-width: 4.4 }
  & .dot { fill: var(--marker-9) }
  & header nav { display: flex; gap: 2px }
  & header nav a { display: inline-flex; align-items: center; min-height: max(var(--hit), 40px); padding: 0 14px; color: var(--text-2); font-size: var(--t-15); font-weight: 560; text-decoration: none }
  & main { flex: 1 0 calc(100dvh - var(--header)); overflow-wrap: anywhere }
  & footer { padding: var(--s8) 0; border-top: 1px solid var(--line); background: var(--sunken); color: var(--text-2); font-size: var(--t-14) }
  & footer a { color: inherit }
  & footer nav a { display: flex; align-items: center; min-height: max(var(--hit), 36px); text-decoration: none }
  & footer h2 { margin-bottom: 4px; color: var(--text); font-size: var(--t-14) }
  & footer .logo { min-height: 0; margin: 0 0 6px; font-size: var(--t-16) }
  & .ways { display: grid; grid-template-columns: 1fr 1fr; gap: var(--s6); max-width: calc(var(--page) + 2 * var(--gut)); margin: 0 auto; padding: 0 var(--gut) }
  & .ways > p { grid-column: 1 / -1; padding-top: var(--s4); border-top: 1px solid var(--line); line-height: 1.6 }
  & .list { padding-top: var(--s4) }
  & .head { display: flex; align-items: center; justify-content: space-between; gap: var(--s6) }
  & .about { margin-top: 2px; line-height: 1.4 }
  & .act { display: flex; align-items: center; gap: var(--s4); min-width: 0 }
  & .act .grow { line-height: 1.25 }
  & .act b { display: block; font-size: var(--t-20); font-stretch: 106%; font-weight: 700 }
  & .act span { color: var(--text-2); font-size: var(--t-13) }
  & .act .button { flex: none; min-height: 56px; padding: 0 26px; border-radius: 12px; font-size: var(--t-16) }
  & .more { max-width: 560px; margin-top: var(--s6) }
  & .more .link { margin: var(--s2) 0 0 }
  & .pass { display: flex; align-items: center; min-height: var(--hit); font-size: var(--t-14) }
  & .more .actions { flex-wrap: wrap; margin-top: var(--s2) }
  & .link { display: flex; align-items: center; gap: var(--s2); min-height: 54px; margin: var(--s4) 0; padding: 3px 48px 3px 14px; border: 1px solid var(--line-strong); border-radius: var(--r-m); background: var(--surface); font-size: var(--t-14) }
  & .link .mono { display: flex; flex: 1; min-width: 0; font-size: 1em; font-weight: 400; white-space: nowrap; word-spacing: 0 }
  & .badge { padding: 3px 9px; border-radius: var(--r-s); background: var(--ok-soft); color: var(--ok); font-size: var(--t-13); font-weight: 600; line-height: 1.4 }
  & .facts { display: grid; grid-template-columns: 1fr 1fr; margin: var(--s3) 0 }
  & .facts > div { min-width: 0; padding: 8px var(--s4) }
  & .facts > div + div { border-left: 1px solid var(--line) }
  & dt { color: var(--text-2); font-size: var(--t-13); font-weight: 560; line-height: 1.3 }
  & dd { font-weight: 620; line-height: 1.3 }
  & dd .muted { font-weight: 440 }
  & .parts { overflow: hidden }
  & .parts > :is(h2, .row, .none) { padding: 16px var(--s4) }
  & .list .parts > h2 { padding-block: 12px }
  & h2 .muted { font-size: var(--t-15); font-stretch: 100%; font-weight: 500; letter-spacing: 0 }
  & .parts > .row { gap: 6px var(--s3); padding-bottom: 12px }
  & .parts > .row p { flex: 1 0 100%; font-size: var(--t-13); line-height: 1.45 }
  & td:is(.qty, .each, .sum), & .rest .shop, & tfoot .price { overflow-wrap: normal; white-space: nowrap }
  & tfoot .missing { display: block }
  & table { width: 100%; border-collapse: separate; border-spacing: 0; font-size: var(--t-15) }
  & .shop a { font-size: var(--t-14); font-weight: 600 }
  & .rest .shop a { display: inline-flex; align-items: center; min-height: 36px; padding: 0 12px; border-radius: 8px; background: var(--accent-soft); text-decoration: none }
  & .ellipsis { min-width: 0 }
  & .notes { padding: var(--s4); border: 1px solid var(--mark-line); border-radius: var(--r-l); background: var(--mark-soft) }
  & .parts ~ :is(.notes, .sheet) , & .sheet + .notes { margin-top: var(--s5) }
  & .markup { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s2) }
  & .notes h2 + .markup { margin-top: var(--s2) }
  & .markup ul { display: grid; gap: 3px; padding-left: 20px; list-style: disc }
  & .markup p { white-space: pre-wrap }
  & blockquote { margin: 0; padding-left: var(--s3); border-left: 3px solid var(--line-strong); color: var(--text-2) }
  & pre { margin: 0; padding: 10px var(--s3); border: 1px solid var(--line); border-radius: var(--r-m); background: var(--surface); font-family: var(--mono); font-size: var(--t-14); white-space: pre-wrap }
  & sup { font-size: 0.75em; line-height: 0 }
  & .sheet { padding: 16px var(--s4) }
  & .groups { display: grid; gap: var(--s5) var(--s8); margin-top: var(--s4) }
  & .sheet li { display: flex; justify-content: space-between; gap: var(--s3); padding: 8px 0 }
  & .sheet li + li { border-top: 1px solid var(--line) }
  & .sheet ol { counter-reset: step }
  & .sheet ol > li::before { content: counter(step) '.'; counter-increment: step; color: var(--text-2) }
  & .sheet .num { max-width: 60%; text-align: right }
  & .sheet .num .muted { display: block; font-size: var(--t-13) }
  & .seek { display: flex; gap: var(--s2); margin: var(--s4) 0 }
  & .seek input { flex: 1; min-width: 0; min-height: 52px; padding: 0 14px; border: 1px solid var(--control); border-radius: var(--r-m); background: var(--surface) }
  & .found { margin-top: var(--s3); overflow: hidden }
  & .found li { display: flex; justify-content: space-between; gap: 4px var(--s4); padding: 12px var(--s4); line-height: 1.35 }
  & .found li + li { border-top: 1px solid var(--line) }
  & .found a { display: block; color: var(--text); font-weight: 630; text-decoration: none }
  & .found .muted { font-size: var(--t-14) }
  & .found .num { text-align: right }
  & .found .num > .muted { display: block }
  & .back { display: inline-flex; align-items: center; min-height: 32px; color: var(--text-2); font-size: var(--t-14); font-weight: 600; text-decoration: none }
  & .columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s6) }
  & .columns > .stack { align-content: start; gap: var(--s6) }
  & .columns > .stack > .row { gap: 4px 14px; margin-top: -16px; font-size: var(--t-15) }
  & .columns > aside.stack { gap: var(--s4) }
  & .panel { padding: var(--s6) }
  & .panel h2 { font-size: var(--t-16) }
  & .panel .link { margin: 10px 0 8px }
  & .total { margin: 2px 0 var(--s4); font-size: var(--t-34); font-stretch: 110%; font-weight: 680; line-height: 1.2 }
  & .panel .button { flex: 1 }
  & .notice { display: grid; justify-items: center; padding-block: 72px 96px; text-align: center }
  & .notice .stack { max-width: 44ch; margin: 10px 0 var(--s6); gap: var(--s2) }
  @media (max-width: 899.98px) {
    --foot: calc(60px + env(safe-area-inset-bottom));
    padding-bottom: calc(77px + var(--foot));
    & header nav { position: fixed; inset: auto 0 0; z-index: 30; gap: 0; height: var(--foot); padding-bottom: env(safe-area-inset-bottom); border-top: 1px solid var(--line); background: var(--raised) }
    & header nav + nav { display: none }
    & header nav a { flex: 1; justify-content: center; align-items: flex-end; padding: 0 0 8px; font-size: var(--t-12); font-weight: 600 }
    & .act, & .panel:first-child { position: fixed; inset: auto 0 var(--foot); z-index: 30; padding: 10px var(--gut); border: 0; border-top: 1px solid var(--line-strong); border-radius: 0; background: var(--raised) }
    & .panel .button { min-height: 56px; border-radius: 12px; font-size: var(--t-16) }
    & .act .button { padding: 0 var(--s4) }
    & .act .grow:has(.missing) > span { display: none }
    & .panel:first-child { display: grid; grid-template-columns: minmax(0, 1fr) auto; column-gap: var(--s3); box-shadow: none }
    & .panel:first-child .total { margin: 0; font-size: var(--t-20) }
    & .panel:first-child .actions { grid-area: 1 / 2 / span 2 }
    & .panel:last-child { padding: 0; border: 0; background: none; box-shadow: none }
    & .panel:last-child .link { margin-top: 0 }
    & .panel h2 { display: none }
    & .back { min-height: var(--hit); margin: -10px 0 2px }
    & thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
    & :is(table, tbody, tfoot) { display: block }
    & tr { position: relative; display: grid; grid-template-columns: fit-content(60%) minmax(0, auto) 1fr auto auto; gap: 0 5px; align-content: center; min-height: 72px; padding: 12px 68px 12px var(--s4); border-top: 1px solid var(--line) }
    & td { display: block; padding: 0; font-size: var(--t-14); color: var(--text-2) }
    & td.absent { display: none }
    & .name { grid-area: 1 / 1 / 2 / 4; color: var(--text); font-size: var(--t-16); font-weight: 620; line-height: 1.3 }
    & .maker { grid-area: 2 / 1 }
    & .number { grid-area: 2 / 2; color: var(--text); font-size: 0.8125rem; line-height: 21px }
    & .absent + .number { grid-column: 1 }
    & .sum { grid-area: 1 / 4 / 2 / 6; color: var(--text); font-size: var(--t-16); line-height: 21px; text-align: right }
    & .qty { grid-area: 2 / 4; text-align: right }
    & .alone { grid-column: 4 / 6 }
    & .priceless::before { content: attr(data-before) }
    & .each { grid-area: 2 / 5 }
    & .each::before { content: '× ' }
    & .shop { grid-area: 3 / 1 / 4 / 4 }
    & .shop a { color: inherit; font-weight: 400; text-decoration: none }
    & .shop a::after { content: '↗'; position: absolute; top: calc(50% - 24px); right: 8px; display: grid; place-items: center; width: 48px; height: 48px; font-size: var(--t-20) }
    & .rest tr { padding-right: 90px }
    & .rest .name { grid-column-end: 6 }
    & .rest .sum { grid-area: 3 / 1; font-size: var(--t-14); text-align: left }
    & .rest .qty { grid-area: 3 / 2 }
    & .rest .each { grid-area: 3 / 3 }
    & .rest .shop { position: absolute; grid-area: auto; top: calc(50% - 24px); right: 12px }
    & .rest .shop a { min-height: 48px; padding: 0 16px; color: var(--accent); font-weight: 620 }
    & .rest .shop a::after { content: none }
    & .rest tfoot tr { grid-template-columns: 1fr auto; min-height: 0; padding: var(--s4); border-top-color: var(--line-strong); background: var(--sunken) }
    & tfoot th { font-weight: 620; text-align: left }
    & tfoot .price { color: var(--text); font-size: var(--t-20) }
    & tfoot td:last-child { display: none }
  }
  @media (min-width: 900px) {
    & header nav:first-of-type { flex: 1 }
    & header .me { display: none }
    & .ways { grid-template-columns: 2fr 1fr 1fr 1fr }
    & .list { padding-top: var(--s6) }
    & .act .grow { text-align: right }
    & .facts { margin: var(--s4) 0 var(--s5) }
    & .facts > div { padding: 10px var(--s6) }
    & .parts > :is(h2, .row, .none) { padding-inline: var(--s6) }
    & :is(.notes, .sheet) { padding: 18px var(--s6) }
    & .groups { grid-template-columns: repeat(2, minmax(0, 1fr)) }
    & thead th { height: 42px; padding: 0 14px; border-block: 1px solid var(--line); background: var(--sunken); color: var(--text-2); font-size: var(--t-13); font-weight: 600; text-align: left; white-space: nowrap }
    & td { height: 56px; padding: 6px 14px; border-bottom: 1px solid var(--line) }
    & tbody tr:last-child td { border-bottom: 0 }
    & .name { font-weight: 620 }
    & :is(.qty, .each, .sum) { text-align: right }
    & thead th:nth-child(n + 4):nth-child(-n + 6) { text-align: right }
    & :is(th, td):first-child { padding-left: 24px }
    & :is(th, td):last-child { padding-right: 20px }
    & .rest :is(th, td):last-child { text-align: right }
    & tfoot :is(th, td) { height: 64px; border-top: 1px solid var(--line-strong); border-bottom: 0; background: var(--sunken); font-weight: 620; text-align: left }
    & tfoot .price { font-size: var(--t-20); text-align: right }
    & .back { margin: -6px 0 8px }
    & .panel .button { min-height: 48px }
    & .columns > aside { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  }
  @media print {
    & > :is(header, footer), & .actions { display: none }
    & .act, & .panel:first-child { position: static }
  }
  @media (min-width: 1120px) {
    & .columns { grid-template: auto 1fr / minmax(0, 1fr) 320px; column-gap: var(--s8) }
    & .columns > aside { grid-area: 1 / 2 / span 2; grid-template-columns: minmax(0, 1fr) }
  }
} }`
    .split('\n')
    .map((line) => line.trim())
    .join('')}</style>`,
)

/** The app's footer, without what needs a script. */
function footer(year: number): Html {
  return html`<footer>
    <div class="ways">
      <div>
        <p class="logo">${LOGO}<span>Wrenchlist</span></p>
        <p>${t('Create part kits for any car, save for later and share with others.')}</p>
      </div>
      <nav aria-label="${t('Tools')}">
        <h2>${t('Tools')}</h2>
        <a href="${links.builder()}">${t('Builder')}</a> <a href="${links.kits()}">${t('Kits')}</a>
        <a href="${links.maintenance()}">${t('Maintenance log')}</a>
        <a href="${links.prices()}">${t('Prices')}</a>
      </nav>
      <nav aria-label="${t('Your account')}">
        <h2>${t('Account')}</h2>
        <a href="${links.login()}">${t('Login')}</a>
        <a href="${links.register()}">${t('Register')}</a>
      </nav>
      <nav aria-label="${t('Company')}">
        <h2>${t('Company')}</h2>
        <a href="${links.about()}">${t('About')}</a>
        <a href="${links.privacy()}">${t('Privacy Policy')}</a>
        <a href="${links.contact()}">${t('Contact')}</a>
        <a href="${links.terms()}">${t('Terms of Service')}</a>
        <a href="${links.disclosure()}">${t('Affiliate Disclosure')}</a>
      </nav>
      <p>
        © ${year} Wrenchlist.
        ${t('We may earn affiliate compensation from linked retailers. That compensation does not affect products, prices or order.')}
        <a href="${links.disclosure()}">${t('How that works')}</a>
      </p>
    </div>
  </footer>`
}

/**
 * A body in its frame, inside the root where the app mounts. Its footer is below the first
 * screenful, because the app's footer appears a moment after the screen.
 * @param now milliseconds
 */
export function framed(body: Html, now: number): Html {
  return html`<div class="shared">
    ${STYLE}
    <header>
      <div class="bar">
        <a class="logo" href="${links.home()}">${LOGO}<span>Wrenchlist</span></a>
        <nav aria-label="${t('Main')}">
          <a href="${links.builder()}">${t('Builder')}</a>
          <a href="${links.kits()}">${t('Kits')}</a>
          <a href="${links.maintenance()}">${t('Log')}</a>
          <a href="${links.prices()}">${t('Prices')}</a>
          <a class="me" href="${links.account()}">${t('Me')}</a>
        </nav>
        <nav aria-label="${t('Account')}">
          <a href="${links.account()}">${t('Me')}</a> <a href="${links.login()}">${t('Login')}</a>
          <a href="${links.register()}">${t('Register')}</a>
        </nav>
      </div>
    </header>
    <main>${body}</main>
    ${footer(new Date(now).getUTCFullYear())}
  </div>`
}
