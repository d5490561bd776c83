/** Pages over HTTP, before any script. */
import { brotliDecompressSync } from 'node:zlib'
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'

import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { links } from '#shared/links.ts'
import { textIn } from '#shared/cells/cells.ts'
import { plantDemo } from '../demo/plantDemo.ts'
import { storeParts } from '../catalogue/storeParts.ts'
import { saveKit } from '../testKits.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'
import { shellAssets } from '../testShell.ts'

const THEME = `document.documentElement.dataset.theme='dark'`
const SHELL = `<!doctype html><html data-build="a1" lang="en"><head><title>Wrenchlist</title>
<meta
  name="description"
  content="Create part kits"
/><script>${THEME}</script></head><body><div id="root"></div></body></html>`
const PUBLIC_URL = 'https://wrenchlist.example'

const assets = shellAssets(SHELL)

let server: TestServer
let owner: TestDevice
let saver: TestDevice
/** Frozen clock of the server: rate limits hold however slow the visits are. */
let standsAt: number | null = null

beforeAll(async () => {
  server = await startTestServer({
    assets,
    now: () => standsAt ?? Date.now(),
    env: { PUBLIC_URL, ADMIN_EMAILS: ['boss@example.com'] },
  })
  owner = new TestDevice(server.url)
  saver = new TestDevice(server.url, await registerAccount(server))
})
afterAll(() => server.close())

let visitors = 0

interface Visited {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
}

/**
 * A stranger's visit, each from an address of its own. Sent raw: fetch would ask for a fresh answer
 * by itself, and decode it.
 */
function visit(path: string, more: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Visited> {
  const from = { 'X-Forwarded-For': `10.9.${visitors >> 8}.${visitors++ & 255}` }
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...from, ...more } }
    const asked = request(server.url + path, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const body = Buffer.concat(parts)
        const { statusCode: status, headers } = response
        resolve({ status, headers, body, text: body.toString() })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

async function draft(values: Record<string, unknown> = {}, line: Record<string, unknown> = {}) {
  const kit = owner.kit({ name: 'Front brakes', ...values })
  await owner.push(kit, owner.line(kit.id, { name: 'Brake pads', price: 4599, qty: 2, ...line }))
  return { kitId: kit.id, buildId: textIn(kit.cells, 'buildId') }
}

const tag = (text: string, name: string) =>
  new RegExp(`<meta\\s+(?:name|property)="${name}"\\s+content="([^"]*)"`).exec(text)?.[1]
const canonical = (text: string) => /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1]

describe('a shared list', () => {
  test('stands in the page itself, in whatever case and with slashes at the end', async () => {
    const { buildId, kitId } = await draft({
      vehicle: { year: 2008, make: 'Audi', model: 'S4' },
      task: 'Brake Service',
      notes: '**30 Nm**, then\n* new bolts',
    })
    const at = ['list', 'link', 'LIST', 'Link'].map((name) => `/${name}/${buildId}`)
    for (const path of [...at, `/list/${buildId}/`, `/list/${kitId}`]) {
      const { status, text, headers } = await visit(path)
      expect([path, status]).toEqual([path, 200])
      expect(text).toContain('<bdi>2008 Audi S4</bdi>')
      for (const word of ['Front brakes', 'Brake pads', '$91.98', '<strong>30 Nm</strong>']) {
        expect(text, path).toContain(word)
      }
      expect(text.indexOf('Brake pads')).toBeGreaterThan(text.indexOf('<div id="root">'))
      expect(canonical(text)).toBe(`${PUBLIC_URL}/list/${buildId}`)
      expect(headers['x-robots-tag']).toBe('noindex')
      expect(tag(text, 'robots')).toBe('noindex')
    }
  })

  test('opens with marks and blanks behind its link, by all three names of it', async () => {
    const { buildId } = await draft()
    const tails = ['.', ')', ').', ',', '%22', '%20', '%E2%80%8B', '.)', '%2C']
    for (const path of ['list', 'kit', 'link'].map((name) => `/${name}/${buildId}`)) {
      for (const tail of tails) {
        const { status, text } = await visit(path + tail)
        expect([path, tail, status]).toEqual([path, tail, 200])
        expect(text).toContain('Brake pads')
        expect(canonical(text)).toBe(`${PUBLIC_URL}${path.replace('link', 'list')}`)
      }
    }
    // Any other path is a file, or a 404.
    for (const path of ['/assets/x.js', '/logo.png', '/about.html'])
      expect((await visit(path)).text).not.toContain('<div id="root">')
  })

  test('without a name is called by what is in it, here, on its kit page and in both heads', async () => {
    const { buildId, kitId } = await draft({ name: '' })
    await owner.push(owner.line(kitId, { name: 'Grease', ord: 'a1' }))
    const pages = [await visit(`/list/${buildId}`), await visit(`/kit/${buildId}`)]
    for (const { text } of pages) expect(tag(text, 'og:title')).toBe('Brake pads and 1 more')
    expect(pages[1]?.text).toContain('<h1><bdi>Brake pads and 1 more</bdi></h1>')
  })

  // T70
  test('shows a card where its link is pasted', async () => {
    const { buildId } = await draft({ vehicle: { year: 2008, make: 'Audi', model: 'S4' } })
    // Links never use a host the client sent.
    const { text } = await visit(`/list/${buildId}`, { 'X-Forwarded-Host': 'evil.example' })
    expect(text).toContain('<title>Front brakes · Wrenchlist</title>')
    expect(tag(text, 'description')).toBe('Parts list for 2008 Audi S4: 1 part, 2 pieces, $91.98.')
    expect(tag(text, 'og:title')).toBe('Front brakes')
    expect(tag(text, 'og:url')).toBe(`${PUBLIC_URL}/list/${buildId}`)
    expect(tag(text, 'og:image')).toBe(`${PUBLIC_URL}/preview.png`)
    expect(tag(text, 'twitter:card')).toBe('summary_large_image')
    expect(text).not.toContain('evil.example')
  })

  test('speaks as its reader does', async () => {
    const { buildId } = await draft({ vehicle: null, task: 'Oil Change' })
    const { text, headers } = await visit(`/list/${buildId}`, { 'Accept-Language': 'en-XA' })
    expect(text).toContain('<html data-build="a1" lang="en-XA"')
    expect(text).toContain('⟦Šhåŕéð')
    expect(text).not.toMatch(/>\s*(?:Shared parts list|Vehicle|Oil Change|Part|Company)\s*</)
    expect(String(headers['vary'])).toContain('Accept-Language')
    const english = await visit(`/list/${buildId}`, { 'Accept-Language': 'en-GB' })
    expect(english.text).toContain('<html data-build="a1" lang="en"')
  })

  test('writes amounts as they are usual where its reader is', async () => {
    const { buildId } = await draft({ currency: 'EUR' }, { price: 'EUR 45.99', qty: 20 })
    const totals = {
      'de-DE,de;q=0.9': '919,80\u00A0€',
      'de-CH,de;q=0.9': 'EUR\u00A0919.80',
      'en-IE': '€919.80',
      // An unused region falls back to the language's format.
      'de-ZZ,de;q=0.9': '919,80\u00A0€',
    }
    for (const [language, total] of Object.entries(totals)) {
      const { text } = await visit(`/list/${buildId}`, { 'Accept-Language': language })
      expect(text, language).toContain(total)
      expect(text, language).toContain(`<html data-build="a1" lang="${language.slice(0, 2)}"`)
    }
  })

  test('is asked for again each time, and not sent again while it is the same', async () => {
    const { buildId, kitId } = await draft()
    const first = await visit(`/list/${buildId}`)
    expect(first.headers['cache-control']).toBe('no-cache')
    const known = { 'If-None-Match': first.headers['etag'] ?? '' }
    const same = await visit(`/list/${buildId}`, known)
    expect([same.status, same.text]).toEqual([304, ''])
    expect(same.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
    await owner.push({ kind: 'kit', id: kitId, kit: null, cells: owner.cells({ name: 'Rear' }) })
    const changed = await visit(`/list/${buildId}`, known)
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('Rear')
  })

  test('comes in brotli, with its length alone for HEAD', async () => {
    const { buildId } = await draft()
    const taken = { 'Accept-Encoding': 'gzip, br' }
    const { headers, body } = await visit(`/list/${buildId}`, taken)
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(body).toString()).toContain('Brake pads')
    const head = await visit(`/list/${buildId}`, taken, 'HEAD')
    expect([head.headers['content-encoding'], head.headers['content-length'], head.text]).toEqual([
      'br',
      String(body.length),
      '',
    ])
  })
})

describe('what others wrote', () => {
  const ATTACK = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'&$1$&\${x}`

  // T11
  test('is text everywhere, and the policy of the page is the one of the app', async () => {
    const { buildId, kitId } = await draft(
      {
        name: ATTACK,
        task: ATTACK.slice(0, 80),
        notes: `${ATTACK}\n    ${ATTACK}\n> ${ATTACK}`,
        vehicle: { year: 2008, make: '"><svg onload=alert(1)>', model: "' onfocus='alert(1)" },
      },
      { name: ATTACK, manufacturer: ATTACK, partNumber: ATTACK, link: 'https://a.example/"onx=1' },
    )
    const step = owner.step(kitId, { what: 'torque', text: ATTACK, value: '<b>', unit: 'Nm' })
    await owner.push(step)
    for (const path of [`/list/${buildId}`, `/kit/${buildId}`]) {
      const { text, headers } = await visit(path)
      const tags: string[] = []
      const attributes: string[] = []
      const onopentag = (name: string, has: Record<string, string>) => {
        tags.push(name)
        attributes.push(...Object.keys(has))
      }
      new Parser({ onopentag }).end(text)
      expect(tags.filter((name) => name === 'script')).toHaveLength(1)
      expect(tags).not.toContain('img')
      expect(attributes.filter((name) => /^on|[^a-z-]/i.test(name))).toEqual([])
      expect(text).toContain('$1$&amp;${x}')
      const policy = String(headers['content-security-policy'])
      expect(policy.match(/'sha256-/g)).toHaveLength(1)
      expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-")
    }
  })

  // T12
  test('no javascript: and no data: address becomes a link', async () => {
    const { buildId } = await draft({
      notes:
        '[a](javascript:alert(1)) [b](data:text/html,x) [c](https://ok.example) javascript:alert(1)',
    })
    // As an older server might have stored it.
    await server.database.knex.raw(
      `update lines set cells = jsonb_set(cells, '{link}', '["javascript:alert(2)", "a"]')
       where kit_id = (select kit_id from build_ids where build_id = ?)`,
      [buildId],
    )
    for (const path of [`/list/${buildId}`, `/kit/${buildId}`]) {
      const { text } = await visit(path)
      const hrefs = Array.from(text.matchAll(/href="([^"]*)"/g), ([, href = '']) => href)
      expect(hrefs.filter((href) => !/^(\/|https:\/\/)/.test(href))).toEqual([])
      expect(hrefs).toContain('https://ok.example/')
    }
  })

  test('what turns the direction of text stays in its place, and out of titles', async () => {
    const { buildId } = await draft({ name: 'brakes \u202egpj.exe' }, { name: 'pads\u2066\u202e' })
    const { text } = await visit(`/list/${buildId}`)
    expect(text).toContain('<bdi>brakes \u202egpj.exe</bdi>')
    expect(text).toContain('<title>brakes gpj.exe · Wrenchlist</title>')
    expect(tag(text, 'og:title')).toBe('brakes gpj.exe')
    expect(text).toContain('<bdi>pads\u2066\u202e</bdi>')
  })
})

describe('who sees what', () => {
  test('a public saved kit may be found, an unlisted one and a draft may not', async () => {
    const seen = async (id: string) => {
      const { status, headers, text } = await visit(`/kit/${id}`)
      return [status, headers['x-robots-tag'], tag(text, 'robots'), canonical(text)]
    }
    const open = await saveKit(saver)
    const at = (id: string) => `${PUBLIC_URL}/kit/${id}`
    expect(await seen(open.buildId)).toEqual([200, undefined, undefined, at(open.buildId)])
    expect(await seen(open.kitId)).toEqual([200, undefined, undefined, at(open.buildId)])
    const unlisted = await saveKit(saver, { visibility: 'unlisted' })
    expect(await seen(unlisted.buildId)).toEqual([200, 'noindex', 'noindex', at(unlisted.buildId)])
    const { buildId } = await draft()
    expect(await seen(buildId)).toEqual([200, 'noindex', 'noindex', at(buildId)])
  })

  test('a list names whose account it is of, and a device’s names nobody', async () => {
    const { buildId } = await saveKit(saver)
    expect((await visit(`/list/${buildId}`)).text).toMatch(/ by <bdi>tester\d+<\/bdi>/)
    const answer = JSON.parse((await visit(`/api/lists/${buildId}`)).text) as {
      kit: { author: string }
    }
    expect(answer.kit.author).toMatch(/^tester\d+$/)
    const { buildId: ofDevice } = await draft()
    expect((await visit(`/list/${ofDevice}`)).text).not.toContain(' by <bdi>')
  })

  test('a saved kit shows what was saved, not what was typed since', async () => {
    const { kitId, buildId } = await saveKit(saver)
    const cells = saver.cells({ name: 'Not shared yet' })
    await saver.push({ kind: 'kit', id: kitId, kit: null, cells })
    for (const path of [`/kit/${buildId}`, `/list/${buildId}`]) {
      const { text } = await visit(path)
      expect(text).toContain('B5 oil change')
      expect(text).not.toContain('Not shared yet')
    }
  })

  test('deleted, hidden and unknown kits are one 404, in the words of the screen', async () => {
    const gone = await draft()
    await owner.push({ kind: 'kit', id: gone.kitId, kit: null, cells: owner.cells({ del: true }) })
    const hidden = await draft()
    await server.database.knex('kits').where('id', hidden.kitId).update({ hidden_at: new Date() })
    const pages: string[] = []
    for (const id of [gone.buildId, hidden.buildId, 'zzzzzz', 'no-such-id', '%E0%A4%A']) {
      const { status, headers, text } = await visit(`/list/${id}`)
      expect([id, status, (await visit(`/api/lists/${id}`)).status]).toEqual([id, 404, 404])
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-robots-tag']).toBe('noindex')
      expect(canonical(text)).toBeUndefined()
      pages.push(text)
    }
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain('<h1>Parts List Not Found</h1>')
    expect(pages[0]).toContain('Parts list not found')
    const kit = await visit(`/kit/${hidden.buildId}`)
    expect([kit.status, kit.text.includes('<h1>Kit not found</h1>')]).toEqual([404, true])
  })

  test('who walks through ids is told to wait, and gets the app without a word on the kit', async () => {
    const { buildId } = await draft()
    const from = { 'X-Forwarded-For': '10.8.0.1' }
    standsAt = Date.now()
    await Promise.all(Array.from({ length: 80 }, () => visit('/list/zzzzzz', from)))
    const { status, headers, text } = await visit(`/list/${buildId}`, from)
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(text).toContain('<div id="root"></div>')
    expect((await visit(`/api/lists/${buildId}`, from)).status).toBe(429)
    standsAt = null
  })

  test('while the database is away the app itself still comes', async () => {
    const away = Object.assign(new Error('away'), { code: '57P03' })
    const limits = { ...server.deps.limits, wait: () => Promise.reject(away) }
    const other = await startTestServer({ assets, limits, database: server.database })
    const response = await fetch(`${other.url}/list/hT4kQ9`)
    expect(response.status).toBe(503)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('<div id="root"></div>')
    await other.close()
  })
})

describe('the other pages', () => {
  test('each has a title, a description and one address', async () => {
    for (const [path, title, one] of [
      ['/', 'Part kits for any car', '/'],
      ['/About/', 'About Wrenchlist', '/about'],
      ['/disclosure', 'Affiliate Disclosure', '/affiliate-disclosure'],
      ['/Create-Kits', 'Kits', '/create-kits'],
    ] as const) {
      const { status, text, headers } = await visit(path)
      expect([path, status]).toEqual([path, 200])
      expect(text).toContain(`<title>${title} · Wrenchlist</title>`)
      expect(tag(text, 'description')?.length).toBeGreaterThan(20)
      expect(canonical(text)).toBe(PUBLIC_URL + one)
      expect(headers['x-robots-tag']).toBeUndefined()
      expect(headers['cache-control']).toBe('no-cache')
      expect(text).toContain('<div id="root"></div>')
    }
  })

  test('what needs an account or a link is for nobody to find', async () => {
    for (const path of ['/builder?build=hT4kQ9', '/BUILDER/', '/my-account', '/admin/errors']) {
      const { status, text, headers } = await visit(path)
      expect([path, status, headers['x-robots-tag']]).toEqual([path, 200, 'noindex'])
      // The query matters: a canonical path would lose the build.
      expect(canonical(text)).toBeUndefined()
    }
  })

  test('a part is named with its prices, and made-up ones are for no search engine', async () => {
    await plantDemo(server.deps.db, Date.now())
    const { status, text, headers } = await visit('/Product/sf-719%2F45/')
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex'])
    expect(text).toContain(
      '<title>Oil filter, spin-on, Samplefilter SF 719/45 · Wrenchlist</title>',
    )
    expect(tag(text, 'description')).toMatch(/Prices of \d merchants, from \$\d+\.\d\d in all\./)
    const several = await visit('/product/2332')
    expect([several.status, several.headers['x-robots-tag']]).toEqual([200, 'noindex'])
    expect(several.text).toContain('<title>Part number 2332 · Wrenchlist</title>')
    const one = await visit('/product/2332?brand=Fictiva')
    expect(one.text).toContain('<title>Spark plug, iridium, Fictiva 2332 · Wrenchlist</title>')
  })

  test('a search for parts can be read before any script, and free words are not found by it', async () => {
    await plantDemo(server.deps.db, Date.now())
    const { status, text, headers } = await visit('/Parts/?q=oil&year=2008&make=Audi&model=S4')
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex'])
    expect(text).toContain('<title>oil for 2008 Audi S4 · Wrenchlist</title>')
    expect(tag(text, 'description')).toMatch(/^oil for 2008 Audi S4: 4 parts, from \$\d+\.\d\d\.$/)
    expect(canonical(text)).toBe(
      `${PUBLIC_URL}/parts?q=oil&amp;year=2008&amp;make=Audi&amp;model=S4`,
    )
    expect(text).toContain('<a href="/product/SF%20719%2F45?brand=Samplefilter">')
    expect(text).toMatch(/from\s+<b>\$\d+\.\d\d<\/b>/)
    expect(text).toContain('at <bdi>Placeholder Motors</bdi>')
    const odd = await visit(`/parts?q=${encodeURIComponent('</title><script>x</script>')}`)
    expect([odd.status, odd.text.includes('<script>x')]).toEqual([200, false])
    const none = await visit('/parts')
    expect([none.status, none.headers['x-robots-tag']]).toEqual([200, undefined])
    expect(none.text).toContain('<title>Find parts · Wrenchlist</title>')
    for (const query of ['q=%00', `brand=${'b'.repeat(500)}`, 'min=x&q=a', `q=${'x'.repeat(999)}`])
      expect([200, 422]).toContain((await visit(`/parts?${query}`)).status)
  })

  test('a part tells search engines what it is and the totals somebody could pay', async () => {
    const at = Date.now()
    const offer = (merchant: string, shipping: number | null, availability: string) => ({
      merchant,
      cents: { base: 1_000, promo: null, shipping, tax: null, core: null },
      promo: '',
      availability,
      link: '',
      asOf: at,
    })
    const part = {
      number: 'LD 1/2',
      brand: 'Datum',
      name: 'Filter </script><b>',
      category: 'Filters',
      image: '',
      task: '',
      retailerNumber: '',
      unitCents: 1_000,
      rating: { average: 4.5, count: 2 },
      fits: [{ make: 'Datum', model: 'One', yearFrom: 2001, yearTo: 2002 }],
      crossReferences: [],
      offers: [
        offer('Whole', 249, 'In stock'),
        offer('Mute', null, ''),
        offer('Gone', 0, 'Sold out'),
      ],
    }
    await server.deps.db.transaction((trx) =>
      storeParts(trx, [part], { origin: 'feed', isDemo: false, now: at }),
    )
    const { text, headers } = await visit('/product/ld12')
    expect(headers['x-robots-tag']).toBeUndefined()
    const [, json = ''] =
      /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(text) ?? []
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'Product',
      name: 'Filter </script><b>',
      mpn: 'LD 1/2',
      brand: { name: 'Datum' },
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
      offers: [{ price: '12.49', priceCurrency: 'USD', seller: { name: 'Whole' } }],
    })
    // A known car may be indexed; free text may not.
    const car = await visit('/parts?year=2001&make=Datum&model=One')
    expect(car.headers['x-robots-tag']).toBeUndefined()
    expect((await visit('/product/SF71945')).text).not.toContain('ld+json')
  })

  // As ATE, Brembo, LuK and Elring write them.
  const DOTTED = ['13.0460-7218.2', '24.0110-0245.1', '09.A427.11', '08.9975.20', '415.0242.10']
  test.each([...DOTTED, '510 0073.10', '915.009', '066.421', '09.5843.31/X', 'A.js'])(
    'the number %s has its page, and so has every address that is named by it',
    async (number) => {
      const part = {
        number,
        brand: 'Dots',
        name: 'Caliper',
        category: 'Brakes',
        image: '',
        task: '',
        retailerNumber: '',
        unitCents: 0,
        rating: { average: 0, count: 0 },
        fits: [],
        crossReferences: [],
        offers: [],
      }
      await server.deps.db.transaction((trx) =>
        storeParts(trx, [part], { origin: 'feed', isDemo: false, now: Date.now() }),
      )
      const { status, text } = await visit(links.product(number))
      expect([status, text]).toEqual([200, expect.stringContaining('<title>Caliper')])
      for (const first of ['list', 'link', 'kit', 'pass', 'garage', 'basket', 'admin/catalogue']) {
        const { headers } = await visit(`/${first}/${encodeURIComponent(number)}`)
        expect([first, headers['content-type']]).toEqual([first, expect.stringContaining('html')])
      }
    },
  )

  test('a part nobody has is a 404, whatever its number', async () => {
    for (const number of ['nobody-has-this', '%252F', '%00', '%E0%A4', '-', 'x'.repeat(2_000)]) {
      const { status, text } = await visit(`/product/${number}`)
      expect([number, status]).toEqual([number, 404])
      expect(text).toMatch(/<title>(Product|404 Page) Not Found · Wrenchlist<\/title>/)
    }
  })

  test('an address without a page is a 404, and the app says so', async () => {
    const { status, text, headers } = await visit('/no/such/screen')
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
    expect(text).toContain('<title>404 Page Not Found · Wrenchlist</title>')
    // A full stop after the address is a sentence's, not a file extension.
    expect((await visit('/about.')).text).toContain(
      '<title>404 Page Not Found · Wrenchlist</title>',
    )
    expect((await visit('/about.js')).headers['content-type']).toContain('text/plain')
  })

  test('the shell that installed apps keep is the same for every screen', async () => {
    expect((await visit('/index.html')).text).toBe(SHELL)
  })
})

test.each(['/verify-email', '/RESET-password/', '/verify-email?token=old'])(
  // T31
  'of %s, which holds a mailed secret, no request tells where it came from',
  async (path) => {
    const { status, headers } = await visit(path)
    expect([status, headers['referrer-policy']]).toEqual([200, 'no-referrer'])
    expect((await visit('/builder')).headers['referrer-policy']).not.toBe('no-referrer')
    const again = await visit(path, { 'If-None-Match': headers['etag'] ?? '' })
    expect([again.status, again.headers['referrer-policy']]).toEqual([304, 'no-referrer'])
  },
)

test('well-known addresses lead to a new password and to who is told of a hole', async () => {
  const change = await visit('/.well-known/change-password')
  expect([change.status, change.headers.location]).toEqual([302, '/reset-password'])
  const { status, text, headers } = await visit('/.well-known/security.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const [contact, expires = '', canonical] = text.split('\n')
  expect(contact).toBe('Contact: mailto:boss@example.com')
  expect(Date.parse(expires.slice('Expires: '.length))).toBeGreaterThan(Date.now())
  expect(canonical).toBe(`Canonical: ${PUBLIC_URL}/.well-known/security.txt`)
})
