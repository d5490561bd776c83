export function startPooler(url: string): Promise<{ url: string; stop: () => void } | null>
