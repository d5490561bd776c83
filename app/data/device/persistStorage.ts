/**
 * Asks the browser for persistent storage once there is something to lose: at Save Kit, and when
 * somebody looks at unsent work. Some browsers ask the person, some decide, some ignore it.
 */
export async function persistStorage(): Promise<void> {
  const storage: StorageManager | undefined = navigator.storage
  try {
    await storage?.persist()
  } catch {
    // Storage stays best-effort.
  }
}
