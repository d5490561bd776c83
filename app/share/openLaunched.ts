/** Files that the system opens with the installed app; TypeScript does not list it. */
interface LaunchQueue {
  setConsumer(consumer: (launched: { files?: FileSystemFileHandle[] }) => void): void
}

/** Calls `onFile` with a file the app was opened with, null for one that is gone by now. */
export function openLaunched(onFile: (file: File | null) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files = [] }) => {
    void files[0]?.getFile().then(onFile, () => onFile(null))
  })
}
