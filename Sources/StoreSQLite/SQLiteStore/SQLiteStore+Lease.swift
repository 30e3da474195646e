public import Store

extension SQLiteStore {
  /// Takes a lease, which is a lock on a file beside the database.
  public func lease(for purpose: Lease.Purpose) throws(StoreError) -> Lease {
    try LeaseFile(purpose, ofDatabase: location).take()
  }

  /// Who holds a lease now.
  public func leaseHolder(for purpose: Lease.Purpose) -> Lease.Holder? {
    LeaseFile(purpose, ofDatabase: location).holder
  }
}
