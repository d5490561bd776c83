/** The network of a device in memory, which counts what travels. */
import type { Net } from '../../../app/data/api/net.ts'
import { gzipSync } from 'node:zlib'

import { credentialHeaders } from '../../../app/data/api/net.ts'
import { decodeAnswer } from '#shared/sync/answer.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'

export interface Counted extends Net {
  requests: number
  up: number
  down: number
}

/**
 * The device's network, counting the bodies as they would travel: gzip both ways.
 * @param options.isKept whether a connection is used again, as a browser does. Making the workload
 *   takes longer than the server keeps an idle one: for one flush alone
 */
export function counting(url: string, { isKept = false } = {}): Counted {
  const counted: Counted = {
    requests: 0,
    up: 0,
    down: 0,
    async sync(request, { credential }) {
      const json = JSON.stringify(encodeRequest(request))
      const body = json.length < 1_024 ? Buffer.from(json) : gzipSync(json)
      const response = await fetch(`${url}/api/sync`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(isKept ? {} : { Connection: 'close' }),
          ...credentialHeaders(credential),
          ...(json.length < 1_024 ? {} : { 'Content-Encoding': 'gzip' }),
        },
        body,
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      const text = await response.text()
      counted.requests++
      counted.up += body.length
      counted.down += text.length < 1_024 ? text.length : gzipSync(text).length
      return { kind: 'answer', answer: decodeAnswer(JSON.parse(text)) }
    },
  }
  return counted
}
