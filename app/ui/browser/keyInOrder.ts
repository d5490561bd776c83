/** The key of an event as the page is read: from right to left, the left arrow is the one that goes on. */
export function keyInOrder(key: string): string {
  if (document.documentElement.dir !== 'rtl') return key
  return key === 'ArrowLeft' ? 'ArrowRight' : key === 'ArrowRight' ? 'ArrowLeft' : key
}
