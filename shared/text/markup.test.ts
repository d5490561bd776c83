import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Block } from './markup.ts'
import type { Inline } from './markupInline.ts'

import { workUnits } from '../testProcessor.ts'
import { parseMarkup } from './markup.ts'

/** Short form of the tree: `<bold>` and so on around content, one line per block. */
function sketch(text: string): string {
  return parseMarkup(text).map(sketchBlock).join('\n')
}

function sketchBlock(block: Block): string {
  switch (block.kind) {
    case 'code':
      return `code: ${block.text.replaceAll('\n', '/')}`
    case 'list':
      return block.items.map((item) => `item: ${sketchInline(item)}`).join('\n')
    case 'paragraph':
    case 'quote':
      return `${block.kind}: ${sketchInline(block.content)}`
  }
}

function sketchInline(content: Inline[]): string {
  return content
    .map((inline) => {
      if (inline.kind === 'text') return inline.text
      if (inline.kind === 'break') return '/'
      const name = inline.kind === 'link' ? `link ${inline.href}` : inline.kind
      return `<${name}>${sketchInline(inline.content)}</>`
    })
    .join('')
}

const line = (text: string) => sketch(text).replace(/^paragraph: /, '')

describe('marks', () => {
  test.each([
    ['*italics*', '<italics>italics</>'],
    ['**bold**', '<bold>bold</>'],
    ['~~strike~~', '<strike>strike</>'],
    ['super^script', 'super<super>script</>'],
    ['^1 see below', '<super>1</> see below'],
    ['m^2 and m^3', 'm<super>2</> and m<super>3</>'],
    ['***both***', '<bold><italics>both</></>'],
    ['***a** b*', '<italics><bold>a</> b</>'],
    ['***a* b**', '<bold><italics>a</> b</>'],
    ['**bold *both***', '<bold>bold <italics>both</></>'],
    ['*a **b** c*', '<italics>a <bold>b</> c</>'],
    ['~~**a** b~~', '<strike><bold>a</> b</>'],
    ['**x^2** y', '<bold>x<super>2</></> y'],
    ['un*frigging*believable', 'un<italics>frigging</>believable'],
    ['**two\nlines**', '<bold>two/lines</>'],
  ])('%j', (text, expected) => {
    expect(line(text)).toBe(expected)
  })

  test.each([
    '2 * 3 * 4',
    '4*M6 and 2*M8',
    '*open',
    'close*',
    '** a **',
    '**a *b',
    '~single~',
    'a ^ b',
    '^^^ this',
    '****',
    '~~~~',
    '*',
    '[not a link]',
    '[text](',
  ])('%j stays as it is', (text) => {
    expect(line(text)).toBe(text)
  })

  test('the nearest mark opens, and crossing ones do not pair', () => {
    expect(line('*a *b*')).toBe('*a <italics>b</>')
    expect(line('*a **b* c**')).toBe('<italics>a **b</> c**')
    expect(line('x^*2 y*')).toBe('x<super>*2</> y*')
  })
})

describe('links', () => {
  test.each([
    ['[text](https://demo.example/a)', '<link https://demo.example/a>text</>'],
    ['[mail](mailto:a@demo.example)', '<link mailto:a@demo.example>mail</>'],
    ['[**a** b](http://demo.example)', '<link http://demo.example/><bold>a</> b</>'],
    ['**[a](http://demo.example)**', '<bold><link http://demo.example/>a</></>'],
    ['[a [b] c](http://demo.example)', '<link http://demo.example/>a [b] c</>'],
    [
      '[wiki](https://demo.example/S4_(car)) more',
      '<link https://demo.example/S4_(car)>wiki</> more',
    ],
    ['[a](http://demo.example) [b](http://demo.example)', '2 links'],
  ])('%j', (text, expected) => {
    const found = line(text)
    if (expected === '2 links') expect(found.match(/<link/g)).toHaveLength(2)
    else expect(found).toBe(expected)
  })

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<b>x</b>',
    'vbscript:x',
    'file:///etc/passwd',
    '/kit/hT4kQ9',
    '//demo.example/a',
    'demo.example',
    'https://',
    'https://user:word@demo.example/',
    'mailto:nobody',
    'blob:demo.example/1',
  ])('%j is no address to link to', (url) => {
    expect(line(`[text](${url})`)).not.toContain('<link')
  })

  test('an address as it stands is a link, without the punctuation around it', () => {
    expect(line('See https://demo.example/a?b=1&c=2.')).toBe(
      'See <link https://demo.example/a?b=1&c=2>https://demo.example/a?b=1&c=2</>.',
    )
    expect(line('(http://demo.example/x_(y))')).toBe(
      '(<link http://demo.example/x_(y)>http://demo.example/x_(y)</>)',
    )
    expect(line('**https://demo.example/**')).toBe(
      '<bold><link https://demo.example/>https://demo.example/</></>',
    )
    expect(line('xhttps://demo.example')).toBe('xhttps://demo.example')
    expect(line('https://**')).toBe('https://**')
    expect(line('[https://demo.example](https://other.example/)')).toBe(
      '<link https://other.example/>https://demo.example</>',
    )
  })

  test('a link holds no other link', () => {
    expect(line('[a [b](http://demo.example/b) c](http://demo.example/c)')).toContain(
      '[a <link http://demo.example/b>b</> c](',
    )
  })
})

describe('blocks', () => {
  test('a quote, a list, code and paragraphs', () => {
    const text = [
      'First line',
      'second line',
      '',
      '> quoted *text*',
      '> goes on',
      '* one **thing**',
      '* two',
      '    code *as it is*',
      '      with room',
      'after',
    ].join('\n')
    expect(sketch(text).split('\n')).toEqual([
      'paragraph: First line/second line',
      'quote: quoted <italics>text</>/goes on',
      'item: one <bold>thing</>',
      'item: two',
      'code: code *as it is*/  with room',
      'paragraph: after',
    ])
  })

  test('blank lines separate and show nothing; other ends of lines count too', () => {
    expect(sketch('a\r\n \r\nb\rc')).toBe('paragraph: a\nparagraph: b/c')
    expect(parseMarkup(' \n\n')).toEqual([])
  })

  test('a mark needs its space, and its line', () => {
    expect(sketch('>no quote')).toBe('paragraph: >no quote')
    expect(sketch('*no* bullet')).toBe('paragraph: <italics>no</> bullet')
    expect(sketch('text * no bullet')).toBe('paragraph: text * no bullet')
  })
})

function visible(content: readonly (Inline | Block)[]): string {
  return content
    .map((node) => {
      if ('text' in node) return node.text
      if ('content' in node) return visible(node.content)
      return 'items' in node ? node.items.map((item) => visible(item)).join('') : ''
    })
    .join('')
}

function depth(content: readonly (Inline | Block)[]): number {
  const inner = content.map((node) => ('content' in node ? 1 + depth(node.content) : 0))
  return Math.max(0, ...inner)
}

const parts = ['a', 'M6', 'é', '🔧', ' ', '\n', '*', '**', '~~', '^', '[', ']', '> ', '* ', '    ']
const formatted = fc
  .array(fc.constantFrom(...parts, 'https://demo.example/a'), { maxLength: 60 })
  .map((pieces) => pieces.join(''))

describe('any text', () => {
  test('is read, and keeps every character that is no mark', () => {
    const bare = (text: string) => text.replaceAll(/[\s*~^>]/g, '')
    fc.assert(
      fc.property(formatted, (text) => {
        expect(bare(visible(parseMarkup(text)))).toBe(bare(text))
      }),
      { numRuns: 3_000 },
    )
  })

  test('never throws, never makes a deep tree, never links elsewhere', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(fc.constantFrom(...parts, '](', ')', '(', 'http://', 'mailto:a@b', 'javascript:'))
        .map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(anything, (text) => {
        const blocks = parseMarkup(text)
        expect(depth(blocks)).toBeLessThan(12)
        for (const [, href = ''] of JSON.stringify(blocks).matchAll(/"href":"([^"]*)"/g)) {
          expect(href).toMatch(/^(https?:\/\/|mailto:)/)
        }
      }),
      { numRuns: 3_000 },
    )
  })

  test.each(
    [
      '*',
      '**',
      '~~',
      '^',
      '[',
      ']',
      '](',
      '[](',
      '[a](',
      '[a](http://b.c ',
      '[a](http://',
      '[a](http://b.c/',
      '(',
      '*a',
      '*a **b ',
      'a*b~~c^d ',
      '**a*',
      '^a',
      'a^ ',
      'https://',
      'https://a.b/',
      'https://a.b/) ',
      'https://a.b/(',
      '> ',
      '* \n',
      '    x\n',
      '\n',
      ' ',
      'mailto:',
      '[a](mailto:a@b',
    ].map((piece) => [piece]),
  )('20,000 characters of %j are read in less than two units of work', async (piece) => {
    const text = piece.repeat(Math.ceil(20_000 / piece.length)).slice(0, 20_000)
    const closed = `${text.slice(0, 10_000)}${')'.repeat(10_000)}`
    expect(await workUnits(() => [text, closed].map((each) => parseMarkup(each)))).toBeLessThan(2)
  })
})
