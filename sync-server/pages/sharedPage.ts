/**
 * Page of a shared link: the kit as a stranger sees it, readable before any script. It mirrors
 * app/kit/list/ and app/kit/, which replace it once they have the kit;
 * lab/twins/sharedPages.test.ts compares the two.
 */
import type { Kit, Line } from '#shared/kinds/kit.ts'

import { isBlankLine, isNamed, kitTitle, totalText } from '#shared/kinds/kit.ts'
import { JOB_SHEET_NOTE, jobSheetGroups } from '#shared/kinds/jobSheet.ts'
import { findLine } from '#shared/catalogue/findLine.ts'
import { linkHost, linkProblem, links } from '#shared/links.ts'
import { formatPrice } from '#shared/money/money.ts'
import { priceSum, sumParts, type KitMoney } from '#shared/kinds/priceSum.ts'
import { items, partsAndPieces } from '#shared/kinds/partCounts.ts'
import { vehicleDetail, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { byLanguage, numberText, say, t, worded } from '#shared/words/words.ts'
import { html, type Html, oneLine, type Part, written } from './html.ts'
import { markupHtml } from './markupHtml.ts'
import { said } from './said.ts'

/** A kit in its page: `host` is this site's, `savedAt` null for a kit never saved. */
export interface SharedKit {
  kit: Kit
  savedAt: number | null
  host: string
  /** The owner's username; null without an account. */
  author: string | null
}

/** The body of `/list/{buildId}`. */
export function listBody({ kit, host, author }: SharedKit): Html {
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const detail = kit.vehicle ? vehicleDetail(kit.vehicle) : ''
  return html`<div class="page list">
    <div class="head">
      <div class="grow">
        <h1>${t('Shared parts list')}</h1>
        <div class="about">
          ${isNamed(kit.name) && html`<p class="strong">${written(kit.name)}</p>`}
          <p class="muted small">${updated(kit, author)}</p>
        </div>
      </div>
      <section class="act" aria-label="${t('Total and what to do with it')}">
        <div class="grow">
          <b class="num">${sum(kit.lines, kit)}</b>
          <span class="num">${partsAndPieces(lines)}</span>
        </div>
        <a class="button primary" href="${links.copy(kit.buildId)}">${t('Make it mine')}</a>
      </section>
    </div>
    <dl class="card facts">
      <div>
        <dt>${t('Vehicle')}</dt>
        <dd>
          ${kit.vehicle ? written(vehicleTitle(kit.vehicle)) : t('No vehicle selected')}
          ${detail && html`<span class="muted">${written(detail)}</span>`}
        </dd>
      </div>
      <div>
        <dt>${t('Task')}</dt>
        <dd>${kit.task ? written(worded(kit.task)) : t('No task selected')}</dd>
      </div>
    </dl>
    <section class="card parts">
      <h2>
        ${t('Parts List')}
        <span class="muted">(${items(lines.length)})</span>
      </h2>
      ${lines.length === 0 && html`<p class="muted none">${t('No parts in this list yet')}</p>`}
      ${lines.length > 0 && listTable(lines)}
    </section>
    ${jobSheet(kit)}
    ${
      kit.notes.trim() !== '' &&
      html`<section class="notes">
        <h2>${t('Notes')}</h2>
        ${markupHtml(kit.notes)}
      </section>`
    }
    <section class="more" aria-labelledby="share-link">
      <h2 id="share-link">${t('Share link')}</h2>
      <p class="link">${address(kit, host)} <span class="badge">${t('Live')}</span></p>
      <a class="pass" href="${links.pass(kit.buildId)}"
        >${t('Pass it on without signal, print or export it')}</a
      >
      <p class="actions">
        <a class="button" href="${links.build(kit.buildId)}">${t('Edit this parts list')}</a>
        <a class="button" href="${links.home()}">${t('Back to Home')}</a>
      </p>
    </section>
  </div>`
}

/** The body of `/kit/{id}`. */
export function kitBody({ kit, savedAt, host }: SharedKit): Html {
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  return html`<div class="page">
    <p><a class="back" href="${links.kits()}">${t('All kits')}</a></p>
    <div class="columns">
      <div class="stack">
        <h1>${written(kitTitle(kit, t('Untitled draft')))}</h1>
        <ul class="row wrap muted">
          <li>${kit.vehicle ? written(vehicleTitle(kit.vehicle)) : t('No vehicle selected')}</li>
          <li>${kit.task ? written(worded(kit.task)) : t('No task selected')}</li>
          <li>
            ${savedAt === null ? updated(kit, null) : said('Saved {when}', { when: day(savedAt) })}
          </li>
        </ul>
        ${kit.notes.trim() !== '' && html`<section class="notes" aria-label="${t('Notes')}">${markupHtml(kit.notes)}</section>`}
      </div>
      <aside class="stack" aria-label="${t('Total and sharing')}">
        <section class="card panel">
          <p class="muted small">${t('Kit total')}</p>
          <p class="num total">${sum(kit.lines, kit)}</p>
          <p class="actions">
            <a class="button primary" href="${links.copy(kit.buildId)}"
              >${t('Customize This Kit')}</a
            >
          </p>
        </section>
        <section class="card panel">
          <h2>${t('Share link')}</h2>
          <p class="link">${address(kit, host)}</p>
          <p class="muted small">
            <b>${t('Live.')}</b> ${t('Anyone with this link can see the list.')}
          </p>
          <a class="pass" href="${links.pass(kit.buildId)}"
            >${t('Pass it on without signal, print or export it')}</a
          >
        </section>
      </aside>
      <div class="rest">
        <section class="card parts">
          <div class="row wrap between">
            <h2>${t('Parts List')}</h2>
            ${lines.length > 0 && html`<span class="muted small num">${partsAndPieces(lines)}</span>`}
            <p class="muted">
              ${t('We may earn from purchases made through these links. It does not affect products, prices or order.')}
              <a href="${links.disclosure()}">${t('How this works')}</a>
            </p>
            ${lines.some(({ partNumber }) => partNumber) && html`<a href="${links.basket(kit.buildId)}">${t('Cheapest basket for all of them')}</a>`}
          </div>
          ${lines.length === 0 && html`<p class="muted none">${t('No parts in this kit yet')}</p>`}
          ${lines.length > 0 && kitTable(kit, lines)}
        </section>
        ${jobSheet(kit)}
      </div>
    </div>
  </div>`
}

/** The body for a missing list; `words` are the screen's. */
export function missingBody(title: string, words: Html, onward: Html): Html {
  return html`<div class="page notice">
    <h1>${title}</h1>
    <div class="stack muted">${words}</div>
    <p class="actions">${onward}</p>
  </div>`
}

export const listMissing = (): Html =>
  missingBody(
    t('Parts List Not Found'),
    html`<b>${t('Parts list not found')}</b>
      <p>${t("The parts list you're looking for doesn't exist or has been removed.")}</p>
      <p class="small">
        ${t('If you just got this link, the sender may still be without signal. We look again every 30 seconds.')}
      </p>`,
    html`<a class="button" href="${links.home()}">${t('Go to Home')}</a>`,
  )

export const kitMissing = (): Html =>
  missingBody(
    t('Kit not found'),
    html`<p>${t("The kit you're looking for doesn't exist or has been removed.")}</p>
      <p class="small">
        ${t('If you just got this link, the sender may still be without signal. We look again every 30 seconds.')}
      </p>`,
    html`<a class="button" href="${links.kits()}">${t('View Kits')}</a>`,
  )

// Phones show table rows as cards: explicit roles keep the table semantics.
const listTable = (lines: readonly Line[]) =>
  table({
    heads: [
      t('Part'),
      t('Manufacturer'),
      t('Part Number'),
      t('Qty'),
      t('Unit Price'),
      t('Total'),
      t('Link'),
    ],
    rows: lines.map(
      (line) =>
        html`<tr role="row">
          ${partCells(line)}${qtyCell(line)}${priceCell(line)}${totalCell(line)}${linkCell(line, SHOP_REL, false)}
        </tr>`,
    ),
  })

const kitTable = (kit: Kit, lines: readonly Line[]) =>
  table({
    heads: [
      t('Part Name'),
      t('Manufacturer'),
      t('Part Number'),
      t('Unit Price'),
      t('Qty'),
      t('Total Price'),
      t('Links'),
    ],
    rows: lines.map(
      (line) =>
        html`<tr role="row">
          ${partCells(line, findIt(line, kit.vehicle))}${priceCell(line)}${qtyCell(line)}${totalCell(line)}${linkCell(line, `sponsored ${SHOP_REL}`, true)}
        </tr>`,
    ),
    foot: html`<tfoot role="rowgroup">
      <tr role="row">
        <th role="rowheader" scope="row" colspan="5">${t('Grand total')}</th>
        <td role="cell" class="price">${sum(lines, kit)}</td>
        <td role="cell"></td>
      </tr>
    </tfoot>`,
  })

/** No referrer for the shop, and no endorsement for search engines. */
const SHOP_REL = 'noopener noreferrer ugc nofollow'

function table({ heads, rows, foot }: { heads: string[]; rows: Html[]; foot?: Html }): Html {
  return html`<table role="table">
    <thead role="rowgroup">
      <tr role="row">
        ${heads.map((head) => html`<th role="columnheader" scope="col">${head}</th> `)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows}
    </tbody>
    ${foot ?? null}
  </table>`
}

const dash = () => html`<span class="muted" role="img" aria-label="${t('none')}">—</span>`

const cell = (className: string, content: Part) =>
  html`<td role="cell" class="${className}">${content}</td> `

const orDash = (text: string) => (text ? written(text) : dash())

/** @param find shown in place of a missing number */
const partCells = ({ name, manufacturer, partNumber }: Line, find: Html | null = null) => [
  cell(name ? 'name' : 'name absent', orDash(name)),
  cell(manufacturer ? 'maker' : 'maker absent', orDash(manufacturer)),
  partNumber || !find
    ? cell(partNumber ? 'number mono' : 'number absent', orDash(partNumber))
    : cell('number', find),
]

/** Link to find a part without a number. */
function findIt(line: Line, vehicle: Kit['vehicle']): Html | null {
  const to = findLine(line, vehicle)
  const what = oneLine(line.name || line.manufacturer)
  return to
    ? html`<a href="${to}" aria-label="${t('Find {what}', { what })}">${t('Find it')}</a>`
    : null
}

/** Phones show "2 × $45.99", and without a price "Qty 2". */
function qtyCell({ qty, price }: Line): Html {
  if (qty === 0) return cell('qty alone num', t('not needed'))
  if (price !== null) return cell('qty num', numberText(qty))
  return html`<td role="cell" class="qty alone priceless num" data-before="${t('Qty')} ">
    ${numberText(qty)}
  </td> `
}

const priceCell = ({ price, qty }: Line) =>
  cell(
    price === null || qty === 0 ? 'each num absent' : 'each num',
    price === null ? dash() : formatPrice(price),
  )

const totalCell = (line: Line) => cell('sum price', totalText(line) || dash())

function sum(lines: readonly Line[], money: KitMoney): Html {
  const [amount, missing] = sumParts(priceSum(lines, money))
  return html`${amount} ${missing && html`<small class="missing">${missing}</small>`}`
}

function linkCell({ name, link }: Line, rel: string, isForSale: boolean): Html {
  // Validated on write; an older server may have stored others.
  if (!link || linkProblem(link) !== null) return cell('shop absent', dash())
  const host = linkHost(link)
  const part = oneLine(name) || t('part')
  const label = isForSale
    ? t('Buy {part} at {host}, opens in a new tab', { part, host })
    : t('Open {part} at {shop}, opens in a new tab', { part, shop: host })
  return cell(
    'shop',
    html`<a href="${link}" target="_blank" rel="${rel}" title="${host}" aria-label="${label}"
      >${isForSale ? t('Buy') : host}</a
    >`,
  )
}

function jobSheet({ steps }: Kit): Html | null {
  const groups = jobSheetGroups(steps)
  if (groups.length === 0) return null
  return html`<section class="card sheet" aria-label="${t('Job sheet')}">
    <h2>${t('Job sheet')}</h2>
    <p class="muted small">${say(JOB_SHEET_NOTE)}</p>
    <div class="groups">
      ${groups.map(({ name, isNumbered, items }) => {
        const rows = items.map(
          ({ text, value, aside }) =>
            html`<li>
              <span class="grow">${written(text)}</span>
              ${value && html`<span class="num"><b>${written(value)}</b> ${aside && html`<span class="muted">${aside}</span>`}</span>`}
            </li>`,
        )
        return html`<div>
          <h3>${name}</h3>
          ${
            isNumbered
              ? html`<ol>
                  ${rows}
                </ol>`
              : html`<ul>
                  ${rows}
                </ul>`
          }
        </div>`
      })}
    </div>
  </section>`
}

const address = ({ buildId }: Kit, host: string) =>
  html`<span class="mono"><span class="ellipsis">${host}/list/</span><b>${buildId}</b></span>`

const dayFormat = byLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
)

/** The server does not know the reader's time zone: it shows only the day. */
const day = (ms: number) =>
  html`<time datetime="${new Date(ms).toISOString()}"
    >${t('on {day}', { day: dayFormat().format(ms) })}</time
  >`

const updated = ({ updatedAt }: Kit, author: string | null): Html =>
  author === null
    ? said('Updated {time}', { time: day(updatedAt) })
    : said('Updated {time} by {author}', { time: day(updatedAt), author: written(author) })
