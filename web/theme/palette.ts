import type { themeColours } from '#contract/look.ts'

/** The colors of both looks; tokens.css says the same for pages without Mantine, and a test keeps them equal. */
export const palette = {
  blue: ['#eef3fc', '#d9e4f8', '#b3c8f0', '#8aabe8', '#6690e4', '#4a78d8', '#3667cc', '#2a57b6', '#214795', '#183673'],
  green: ['#e6f4ec', '#c9e8d6', '#97d3b0', '#63bd89', '#37a468', '#1d8a50', '#157a45', '#0f6b3d', '#0b5430', '#083f24'],
  red: ['#fcebea', '#f9d4d1', '#f3aaa5', '#ec7e77', '#e2564d', '#d63d34', '#c42f27', '#b3261e', '#931f18', '#751913'],
  gray: ['#f7f8fa', '#eff1f4', '#e3e6eb', '#d3d8e0', '#b6bdc9', '#8c95a4', '#687182', '#4c5565', '#323a48', '#1b212c'],
  dark: ['#e6e9ef', '#c5cbd6', '#9da6b5', '#6d7686', '#3d4553', '#303743', '#272d38', '#1a1f27', '#14181f', '#0e1116'],
} as const

/** [CONST-039] The accents that a person may choose from, blue unless they do; their names are those of the account. */
export const accents = {
  blue: palette.blue,
  teal: ['#ecf5f5', '#d3e8e8', '#a6d1d1', '#72b9b9', '#30a5a5', '#0b8f8f', '#067d7e', '#046c6c', '#055858', '#004344'],
  violet: [
    '#f4f1fb',
    '#e6dff5',
    '#cdbfea',
    '#b49ddf',
    '#9f7ed8',
    '#8c63ca',
    '#7e50bd',
    '#6d42a8',
    '#59358a',
    '#44286a',
  ],
  rose: ['#fbeff1', '#f6dce1', '#ebb8c2', '#df91a3', '#d56c87', '#c54d70', '#b73760', '#a12852', '#842142', '#661832'],
  amber: ['#f9f1eb', '#f2e0d2', '#e3c0a4', '#d49e73', '#c87f3e', '#b66500', '#a15901', '#8a4c04', '#713d03', '#582e02'],
  slate: ['#f1f3f5', '#e1e4e8', '#c2c8d0', '#a2acb8', '#8694a5', '#6f7e91', '#5f6f83', '#515f72', '#424d5d', '#323b47'],
} as const satisfies Record<(typeof themeColours)[number], readonly string[]>
export type Accent = keyof typeof accents
