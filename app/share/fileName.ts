const MAX_LENGTH = 60

/** A file name every system accepts: letters, digits and dashes. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-|-$/g, '')
    .toLowerCase()
  return `wrenchlist-${plain || 'kit'}${ending}`
}
