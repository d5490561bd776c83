/** The shop learns nothing of us, and search engines take no link of a visitor for ours. */
export const SHOP_REL = 'noopener noreferrer ugc nofollow'
