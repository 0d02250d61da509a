/** The size of controls and rows; a table row is 40, 36 and 32 pixels high. */
export const interfaceSizes = ['medium', 'small', 'mini'] as const
/** The accents to choose from. */
export const themeColours = ['blue', 'teal', 'violet', 'rose', 'amber', 'slate'] as const
export const sidebars = ['open', 'icons'] as const

/** The console's appearance. */
export interface Look {
  readonly size: (typeof interfaceSizes)[number]
  readonly theme_colour: (typeof themeColours)[number]
  readonly sidebar: (typeof sidebars)[number]
}

/** The default appearance. */
export const usualLook = { size: 'medium', theme_colour: 'blue', sidebar: 'open' } as const satisfies Look
