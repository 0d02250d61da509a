/** Gives the person a text as a file of their downloads. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  // the browser reads the address after the click has returned
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
