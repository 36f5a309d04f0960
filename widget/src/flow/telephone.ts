/** Address that calls a phone number. */
export function telephone(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
}
