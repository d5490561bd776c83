import { FaultyCopy } from './faultyCopy.mjs'
import { DIRECTED, mutants } from './mutantsTable.mjs'
const isServer = (f) => f.startsWith('sync-server/')
const word = new RegExp(process.argv[2] ?? '')
const skip = new RegExp(process.argv[3] ?? '^$')
const lanes = Number(process.env.LANES ?? 2)
const all = mutants.filter((m) => word.test(m.rule) && !skip.test(m.rule) && (process.env.SERVER ? isServer(m.file) : !isServer(m.file)))
let next = 0
await Promise.all(Array.from({ length: lanes }, async () => {
  const copy = new FaultyCopy()
  for (let at; (at = next++) < all.length;) {
    const m = all[at]
    const t = Date.now()
    let text
    try {
      const first = m.tests ?? []
      const failed = await copy.with(m, async () =>
        (first.length ? await copy.firstFailure(first) : null) ?? (isServer(m.file) ? null : await copy.firstFailure(DIRECTED)))
      text = failed ? `seen by  ${failed.title}` : 'UNSEEN'
    } catch (e) { text = 'ERROR ' + e.message.slice(0, 300) }
    console.log(`${at}/${all.length} ${Math.round((Date.now() - t) / 1000)}s ${m.rule}\n      ${text}`)
  }
}))
process.exit(0)
