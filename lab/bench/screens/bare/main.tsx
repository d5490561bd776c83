// React and Dexie with one row between them: what `start` compares the builder with.
import Dexie from 'dexie'
import { createRoot } from 'react-dom/client'

const db = new Dexie('bare')
db.version(1).stores({ rows: 'id' })
const rows = db.table<{ id: number; name: string }, number>('rows')

void navigator.serviceWorker.register('/sw.js')
const row = (await rows.get(1)) ?? { id: 1, name: 'Part 1' }
createRoot(document.querySelector('#root') ?? document.body).render(
  <input aria-label="Part name" defaultValue={row.name} />,
)
await rows.put(row)
