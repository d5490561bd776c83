// A test's child process: takes and releases the lock on command.
import { lockDirectory, type DirectoryLock } from './lock.ts'

const [dataDir = ''] = process.argv.slice(2)
let lock: DirectoryLock | undefined

process.on('message', (order) => {
  if (order === 'release') {
    lock?.release()
    process.send?.('released')
    return
  }
  lockDirectory(dataDir, () => undefined).then(
    (taken) => {
      lock = taken
      process.send?.('taken')
    },
    (error: Error) => process.send?.(error.message),
  )
})
process.send?.('ready')
