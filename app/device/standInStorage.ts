/**
 * Where site data is blocked, even looking at `localStorage` throws. What is kept there then lasts
 * as long as the page. Import before everything that looks.
 */
for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    void window[name]
  } catch {
    const items = new Map<string, string>()
    // What of a Storage this app uses.
    const value: Partial<Storage> = {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, text) => void items.set(key, text),
      removeItem: (key) => void items.delete(key),
    }
    Object.defineProperty(window, name, { value })
  }
}
