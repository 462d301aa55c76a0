/** Kysely's type of the table of leases, which `0044_job_leases.sql` defines. */
export interface JobLeasesTable {
  name: string;
  due_at: Date;
  started_at: Date | null;
  owner: string | null;
  leased_until: Date | null;
}

export interface LeaseTables {
  job_leases: JobLeasesTable;
}
