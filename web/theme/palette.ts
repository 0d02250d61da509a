/** The colours of both looks; tokens.css says the same for pages without Mantine, and a test keeps them equal. */
export const palette = {
  blue: ['#eef3fc', '#d9e4f8', '#b3c8f0', '#8aabe8', '#6690e4', '#4a78d8', '#3667cc', '#2a57b6', '#214795', '#183673'],
  gray: ['#f7f8fa', '#eff1f4', '#e3e6eb', '#d3d8e0', '#b6bdc9', '#8c95a4', '#687182', '#4c5565', '#323a48', '#1b212c'],
  dark: ['#e6e9ef', '#c5cbd6', '#9da6b5', '#6d7686', '#3d4553', '#303743', '#272d38', '#1a1f27', '#14181f', '#0e1116'],
} as const
