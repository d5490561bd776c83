/**
 * Where site data is blocked, even looking at `localStorage` throws. What is kept there then lasts
 * as long as the page. Import before everything that looks.
 */
for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    void window[name]
  } catch {
    const items = new Map<string, string>()
    Object.defineProperty(window, name, {
      // What of a Storage this app uses.
      value: {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, text: string) => items.set(key, text),
        removeItem: (key: string) => items.delete(key),
      } satisfies Pick<Storage, 'getItem' | 'removeItem'> & { setItem: unknown },
    })
  }
}
