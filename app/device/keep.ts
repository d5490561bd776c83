/**
 * Asks the browser not to clean up here, when there is something to lose: at Save Kit, and when
 * somebody looks at what waits. Some browsers ask the person, some decide, some have no answer.
 */
export async function askToKeep(): Promise<void> {
  const storage: StorageManager | undefined = navigator.storage
  try {
    await storage?.persist()
  } catch {
    // Then it is kept as long as there is room.
  }
}
