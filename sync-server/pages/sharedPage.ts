/**
 * What the server answers a shared link with: the kit as a stranger sees it, readable before any
 * script. Says what app/list/ and app/kit/ say, which take its place once they have the kit;
 * e2e/twins/sharedPages.test.ts compares the two.
 */
import type { Kit, Line } from '#shared/kinds/kit.ts'
import type { Html, Part } from './html.ts'

import { isBlankLine, isNamed, totalText } from '#shared/kinds/kit.ts'
import { JOB_SHEET_NOTE, jobSheetGroups } from '#shared/kinds/jobSheet.ts'
import { findLine } from '#shared/catalogue/findLine.ts'
import { linkHost, linkProblem, links } from '#shared/links.ts'
import { formatPrice } from '#shared/money.ts'
import { priceSum, sumParts, type KitMoney } from '#shared/kinds/priceSum.ts'
import { items, partsAndPieces } from '#shared/kinds/partCounts.ts'
import { vehicleDetail, vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { say } from '#shared/words/words.ts'
import { html, oneLine, written } from './html.ts'
import { markupHtml } from './markupHtml.ts'

/** A kit in its page: `host` is the one in its link, `savedAt` null for what was never saved. */
export interface SharedKit {
  kit: Kit
  savedAt: number | null
  host: string
  /** The username of its owner; null for who has no account. */
  author: string | null
}

/** The body of `/list/{buildId}`. */
export function listBody({ kit, host, author }: SharedKit): Html {
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const detail = kit.vehicle ? vehicleDetail(kit.vehicle) : ''
  return html`<div class="page list">
    <div class="head">
      <div class="grow">
        <h1>Shared parts list</h1>
        <div class="about">
          ${isNamed(kit.name) && html`<p class="strong">${written(kit.name)}</p>`}
          <p class="muted small">
            Updated ${day(kit.updatedAt)} ${author !== null && html`by ${written(author)}`}
          </p>
        </div>
      </div>
      <section class="act" aria-label="Total and what to do with it">
        <div class="grow">
          <b class="num">${sum(kit.lines, kit)}</b>
          <span class="num">${partsAndPieces(lines)}</span>
        </div>
        <a class="button primary" href="${links.copy(kit.buildId)}">Make it mine</a>
      </section>
    </div>
    <dl class="card facts">
      <div>
        <dt>Vehicle</dt>
        <dd>
          ${kit.vehicle ? written(vehicleTitle(kit.vehicle)) : 'No vehicle selected'}
          ${detail && html`<span class="muted">${written(detail)}</span>`}
        </dd>
      </div>
      <div>
        <dt>Task</dt>
        <dd>${kit.task ? written(kit.task) : 'No task selected'}</dd>
      </div>
    </dl>
    <section class="card parts">
      <h2>
        Parts List
        <span class="muted">(${items(lines.length)})</span>
      </h2>
      ${lines.length === 0 && html`<p class="muted none">No parts in this list yet</p>`}
      ${lines.length > 0 && listTable(lines)}
    </section>
    ${jobSheet(kit)}
    ${
      kit.notes.trim() !== '' &&
      html`<section class="notes">
        <h2>Notes</h2>
        ${markupHtml(kit.notes)}
      </section>`
    }
    <section class="more" aria-labelledby="share-link">
      <h2 id="share-link">Share link</h2>
      <p class="link">${address(kit, host)} <span class="badge">Live</span></p>
      <a class="pass" href="${links.pass(kit.buildId)}"
        >Pass it on without signal, print or export it</a
      >
      <p class="actions">
        <a class="button" href="${links.build(kit.buildId)}">Edit this parts list</a>
        <a class="button" href="${links.home()}">Back to Home</a>
      </p>
    </section>
  </div>`
}

/** The body of `/kit/{id}`. */
export function kitBody({ kit, savedAt, host }: SharedKit): Html {
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  return html`<div class="page">
    <p><a class="back" href="${links.kits()}">All kits</a></p>
    <div class="columns">
      <div class="stack">
        <h1>${isNamed(kit.name) ? written(kit.name) : 'Untitled draft'}</h1>
        <ul class="row wrap muted">
          <li>${kit.vehicle ? written(vehicleTitle(kit.vehicle)) : 'No vehicle selected'}</li>
          <li>${kit.task ? written(kit.task) : 'No task selected'}</li>
          <li>
            ${savedAt === null ? html`Updated ${day(kit.updatedAt)}` : html`Saved ${day(savedAt)}`}
          </li>
        </ul>
        ${kit.notes.trim() !== '' && html`<section class="notes" aria-label="Notes">${markupHtml(kit.notes)}</section>`}
      </div>
      <aside class="stack" aria-label="Total and sharing">
        <section class="card panel">
          <p class="muted small">Kit total</p>
          <p class="num total">${sum(kit.lines, kit)}</p>
          <p class="actions">
            <a class="button primary" href="${links.copy(kit.buildId)}">Customize This Kit</a>
          </p>
        </section>
        <section class="card panel">
          <h2>Share link</h2>
          <p class="link">${address(kit, host)}</p>
          <p class="muted small"><b>Live.</b> Anyone with this link can see the list.</p>
          <p class="small">
            <a href="${links.pass(kit.buildId)}">Pass it on without signal, print or export it</a>
          </p>
        </section>
      </aside>
      <div class="rest">
        <section class="card parts">
          <div class="row wrap between">
            <h2>Parts List</h2>
            ${lines.length > 0 && html`<span class="muted small num">${partsAndPieces(lines)}</span>`}
            <p class="muted">
              We may earn from purchases made through these links. It does not affect products,
              prices or order. <a href="${links.disclosure()}">How this works</a>
            </p>
            ${lines.some(({ partNumber }) => partNumber) && html`<a href="${links.basket(kit.buildId)}">Cheapest basket for all of them</a>`}
          </div>
          ${lines.length === 0 && html`<p class="muted none">No parts in this kit yet</p>`}
          ${lines.length > 0 && kitTable(kit, lines)}
        </section>
        ${jobSheet(kit)}
      </div>
    </div>
  </div>`
}

/** The body where there is no such list; `words` are the screen's. */
export function missingBody(title: string, words: Html, onward: Html): Html {
  return html`<div class="page notice">
    <h1>${title}</h1>
    <div class="stack muted">${words}</div>
    <p class="actions">${onward}</p>
  </div>`
}

export const listMissing = missingBody(
  'Parts List Not Found',
  html`<b>Parts list not found</b>
    <p>The parts list you're looking for doesn't exist or has been removed.</p>
    <p class="small">
      If you just got this link, the sender may still be without signal. We look again every 30
      seconds.
    </p>`,
  html`<a class="button" href="${links.home()}">Go to Home</a>`,
)

export const kitMissing = missingBody(
  'Kit not found',
  html`<p>The kit you're looking for doesn't exist or has been removed.</p>
    <p class="small">
      If you just got this link, the sender may still be without signal. We look again every 30
      seconds.
    </p>`,
  html`<a class="button" href="${links.kits()}">View Kits</a>`,
)

// Tables whose rows the phone's style lays out as cards: the roles stay what they are.
const listTable = (lines: readonly Line[]) =>
  table({
    heads: ['Part', 'Manufacturer', 'Part Number', 'Qty', 'Unit Price', 'Total', 'Link'],
    rows: lines.map(
      (line) =>
        html`<tr role="row">
          ${partCells(line)}${qtyCell(line)}${priceCell(line)}${totalCell(line)}${linkCell(line, { verb: 'Open', rel: SHOP_REL, text: linkHost(line.link) })}
        </tr>`,
    ),
  })

const kitTable = (kit: Kit, lines: readonly Line[]) =>
  table({
    heads: [
      'Part Name',
      'Manufacturer',
      'Part Number',
      'Unit Price',
      'Qty',
      'Total Price',
      'Links',
    ],
    rows: lines.map(
      (line) =>
        html`<tr role="row">
          ${partCells(line, findIt(line, kit.vehicle))}${priceCell(line)}${qtyCell(line)}${totalCell(line)}${linkCell(line, { verb: 'Buy', rel: `sponsored ${SHOP_REL}`, text: 'Buy' })}
        </tr>`,
    ),
    foot: html`<tfoot role="rowgroup">
      <tr role="row">
        <th role="rowheader" scope="row" colspan="5">Grand total</th>
        <td role="cell" class="price">${sum(lines, kit)}</td>
        <td role="cell"></td>
      </tr>
    </tfoot>`,
  })

/** The shop learns nothing of us, and search engines take no link of a visitor for ours. */
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

const DASH = html`<span class="muted" role="img" aria-label="none">—</span>`

const cell = (className: string, content: Part) =>
  html`<td role="cell" class="${className}">${content}</td> `

const orDash = (text: string) => (text ? written(text) : DASH)

/** @param find in the place of a number that is not there */
const partCells = ({ name, manufacturer, partNumber }: Line, find: Html | null = null) => [
  cell(name ? 'name' : 'name absent', orDash(name)),
  cell(manufacturer ? 'maker' : 'maker absent', orDash(manufacturer)),
  partNumber || !find
    ? cell(partNumber ? 'number mono' : 'number absent', orDash(partNumber))
    : cell('number', find),
]

/** The way to a part that has no number yet. */
function findIt(line: Line, vehicle: Kit['vehicle']): Html | null {
  const to = findLine(line, vehicle)
  const what = oneLine(line.name || line.manufacturer)
  return to ? html`<a href="${to}" aria-label="Find ${what}">Find it</a>` : null
}

/** The phone says "2 × $45.99", and where there is nothing to multiply "Qty 2". */
function qtyCell({ qty, price }: Line): Html {
  if (qty === 0) return cell('qty alone num', 'not needed')
  return cell(price === null ? 'qty alone priceless num' : 'qty num', qty)
}

const priceCell = ({ price, qty }: Line) =>
  cell(
    price === null || qty === 0 ? 'each num absent' : 'each num',
    price === null ? DASH : formatPrice(price),
  )

const totalCell = (line: Line) => cell('sum price', totalText(line) || DASH)

function sum(lines: readonly Line[], money: KitMoney): Html {
  const [amount, missing] = sumParts(priceSum(lines, money))
  return html`${amount} ${missing && html`<small class="missing">${missing}</small>`}`
}

function linkCell(
  { name, link }: Line,
  { verb, rel, text }: { verb: string; rel: string; text: string },
): Html {
  // Nothing else is ever stored; what an older server let through must not be opened either.
  if (!link || linkProblem(link) !== null) return cell('shop absent', DASH)
  const host = linkHost(link)
  const label = `${verb} ${oneLine(name) || 'part'} at ${host}, opens in a new tab`
  return cell(
    'shop',
    html`<a href="${link}" target="_blank" rel="${rel}" title="${host}" aria-label="${label}"
      >${text}</a
    >`,
  )
}

function jobSheet({ steps }: Kit): Html | null {
  const groups = jobSheetGroups(steps)
  if (groups.length === 0) return null
  return html`<section class="card sheet" aria-label="Job sheet">
    <h2>Job sheet</h2>
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

const DAY = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Nobody has told the server where the reader's midnight is: the day is all it can say. */
const day = (ms: number) =>
  html`<time datetime="${new Date(ms).toISOString()}">on ${DAY.format(ms)}</time>`
