/** Files that the system opens with the installed app; TypeScript does not list it. */
interface LaunchQueue {
  setConsumer(consumer: (launched: { files?: FileSystemFileHandle[] }) => void): void
}

/** Calls `onFile` with a file the app was opened with. */
export function openLaunched(onFile: (file: File) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files = [] }) => {
    // One that is gone by now is as if it had not been opened.
    void files[0]?.getFile().then(onFile, () => undefined)
  })
}
