export function startPooler(
  url: string,
): Promise<{ url: string; moveTo(url: string): void; stop(): void } | null>
