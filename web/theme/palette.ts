/** The colours of both looks; tokens.css says the same for pages without Mantine, and a test keeps them equal. */
export const palette = {
  blue: ['#eef3fc', '#d9e4f8', '#b3c8f0', '#8aabe8', '#6690e4', '#4a78d8', '#3667cc', '#2a57b6', '#214795', '#183673'],
  green: ['#e6f4ec', '#c9e8d6', '#97d3b0', '#63bd89', '#37a468', '#1d8a50', '#157a45', '#0f6b3d', '#0b5430', '#083f24'],
  red: ['#fcebea', '#f9d4d1', '#f3aaa5', '#ec7e77', '#e2564d', '#d63d34', '#c42f27', '#b3261e', '#931f18', '#751913'],
  gray: ['#f7f8fa', '#eff1f4', '#e3e6eb', '#d3d8e0', '#b6bdc9', '#8c95a4', '#687182', '#4c5565', '#323a48', '#1b212c'],
  dark: ['#e6e9ef', '#c5cbd6', '#9da6b5', '#6d7686', '#3d4553', '#303743', '#272d38', '#1a1f27', '#14181f', '#0e1116'],
} as const
