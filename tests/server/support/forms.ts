/** Request bodies that change a car or an account. */

export const vehicle = { vehicle_make: 'Fiat', vehicle_model: '500', vehicle_color: 'Red' }
export const profile = {
  first_name: 'Ada',
  last_name: 'Guest',
  dob: '12/10/1980',
  phone: '(212) 555-0148',
  address: '12 Main Street',
  address2: '',
  city: 'New York',
  state: 'NY',
  zip: '10011',
}
