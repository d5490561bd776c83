/**
 * Where site data is blocked, even reading `localStorage` throws. This stand-in lasts as long as
 * the page. Import before anything that reads storage.
 */
for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    void window[name]
  } catch {
    const items = new Map<string, string>()
    // The part of Storage this app uses.
    const value: Partial<Storage> = {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, text) => void items.set(key, text),
      removeItem: (key) => void items.delete(key),
    }
    Object.defineProperty(window, name, { value })
  }
}
