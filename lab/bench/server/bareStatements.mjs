// The floor of what a push costs: its statements through the driver alone. Prints seconds of
// processor and of the clock. Standard input: { url, statements: [{ sql, bindings }], times }.
import pg from 'pg'

let input = ''
for await (const text of process.stdin) input += text
const { url, statements, times } = JSON.parse(input)
const client = new pg.Client({ connectionString: url })
await client.connect()
const once = async () => {
  for (const { sql, bindings } of statements) await client.query(sql, bindings)
}
for (let warming = 0; warming < times; warming++) await once()
const cpu = process.cpuUsage()
const started = performance.now()
for (let time = 0; time < times; time++) await once()
const { user, system } = process.cpuUsage(cpu)
console.log(
  JSON.stringify({ cpu: (user + system) / 1e6, wall: (performance.now() - started) / 1e3 }),
)
await client.end()
