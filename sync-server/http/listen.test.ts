import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen, PATIENCE } from './listen.ts'

const DAY_MS = 86_400_000

test('connections that ask for nothing do not delay the end', async () => {
  const { serve, port, finish } = await listen('127.0.0.1', 0, { ...PATIENCE, finishMs: DAY_MS })
  serve((_, response) => response.end('done'))
  const silent = connect(port, '127.0.0.1')
  const kept = connect(port, '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(kept, 'connect')])
  kept.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(kept, 'data')
  await finish()
})

test('a running request gets its whole answer', async () => {
  const { serve, port, finish } = await listen('127.0.0.1', 0)
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  serve((_, response) => {
    response.write('first ')
    setTimeout(() => response.end('last'), 300)
    begin()
  })
  const answer = fetch(`http://127.0.0.1:${port}/`).then((each) => each.text())
  await begun
  await finish()
  await expect(answer).resolves.toBe('first last')
})

test('a port in use is told in a sentence', async () => {
  const { port, finish } = await listen('127.0.0.1', 0)
  await expect(listen('127.0.0.1', port)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use by another program.`,
  )
  await finish()
})

test('of two requests sent at once the second waits for the first, and gets its whole answer', async () => {
  const { serve, port, finish } = await listen('127.0.0.1', 0)
  let begun = 0
  serve((_, response) => {
    const nth = ++begun
    setTimeout(() => response.end(`answer ${nth} of ${begun} begun`), nth * 200)
  })
  const client = connect(port, '127.0.0.1')
  let text = ''
  client.on('data', (more) => (text += more.toString()))
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2))
  const closed = once(client, 'close')
  await once(client, 'data')
  await finish()
  // The server closes the connection before its last bytes arrive here.
  await closed
  expect(text.match(/answer . of ./g)).toEqual(['answer 1 of 1', 'answer 2 of 2'])
})
