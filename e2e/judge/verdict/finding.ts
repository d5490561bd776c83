// One broken promise.
export interface Finding {
  readonly word:
    | 'lost'
    | 'doubled'
    | 'replaced'
    | 'revived'
    | 'invented'
    | 'divergent'
    | 'false Synced'
    | 'needless attention'
    | 'order'
    | 'leaked'
    | 'link'
    | 'slow'
    | 'stuck'
  readonly what: string
  readonly at: number
  readonly device: string
}
