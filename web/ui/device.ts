import { useMediaQuery } from '@mantine/hooks'

/** [SHELL-019, SHELL-020, CONST-037] The mobile layout: a width under 1024, or a phone's or tablet's browser. */
export function useNarrow(): boolean {
  const small = useMediaQuery('(max-width: 1023.98px)', undefined, { getInitialValueInEffect: false })
  return small || isMobileAgent(navigator.userAgent)
}

export const isMobileAgent = (agent: string): boolean => /Mobi|Android|iPhone|iPad|Tablet/i.test(agent)

/** [PROD-052, PROD-053] A phone, and no tablet: those are as good as a desktop. */
export const isPhone = (agent: string): boolean =>
  (/iPhone|iPod|Windows Phone/i.test(agent) ||
    has(agent, /Android/i, /Mobile/i) ||
    has(agent, /Mobile;/i, /Firefox/i)) &&
  !/iPad|Tablet/i.test(agent)

/** Whether the one stands in it and, behind that, the other. */
function has(agent: string, one: RegExp, other: RegExp): boolean {
  const at = agent.search(one)
  return at >= 0 && other.test(agent.slice(at))
}
