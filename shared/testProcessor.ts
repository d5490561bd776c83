/** Milliseconds the processor works at `act`. How long it takes beside other work says nothing of it. */
export async function processorMs(act: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
