/** Where Mantine keeps the person's choice of light or dark. */
const storedUnder = 'mantine-color-scheme-value'

/** Dresses the page in the person's look before anything is drawn, so that nothing flashes. */
export function dressPage(): void {
  const stored = read()
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}

function read(): string | null {
  try {
    return localStorage.getItem(storedUnder)
  } catch {
    return null
  }
}
