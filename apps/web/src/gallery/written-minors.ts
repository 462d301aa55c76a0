/** Answers about a pupil under 14. */
import { firstAgreement } from './written.ts';

export const writtenWait = {
  asks: false,
  birth_year: 2017,
  child: true,
  guardian: {
    consented: false,
    refused: false,
    withdrawn: false,
    phone_number: '139****0002',
    code: '402318',
    next_at: null,
    due_at: 1_791_000_000_000,
    erase_at: null,
  },
};

export const writtenChild = {
  account_id: '0b7f2c44-58a4-4be6-8ac3-0d0f8d1f2b11',
  pid: 'school',
  nickname: '林小满',
  fullname: null,
  birth_year: 2017,
  birthday: null,
  created_at: 1_788_900_000_000,
  known: false,
  consented_at: null,
  child_until: 1_956_499_200_000,
  erase_at: null,
  deletion_due_at: null,
  new_agreements: [],
  usage: [],
  clients: [],
  agreements: [firstAgreement],
};
