/** Kysely's type of the table of leases, which `0044_job_leases.sql` and `0144_job_failures.sql` define. */
export interface JobLeasesTable {
  name: string;
  due_at: Date;
  started_at: Date | null;
  owner: string | null;
  leased_until: Date | null;
  failing_since: Date | null;
}

export interface LeaseTables {
  job_leases: JobLeasesTable;
}
