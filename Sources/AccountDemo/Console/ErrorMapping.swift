func mapError<Value, Failure, Mapped>(
    _ transform: (Failure) -> Mapped,
    _ value: @autoclosure () throws(Failure) -> Value
) throws(Mapped) -> Value {
    do throws(Failure) { return try value() } catch { throw transform(error) }
}

func mapError<Value, Failure, Mapped>(
    _ transform: (Failure) -> Mapped,
    awaiting value: @autoclosure () async throws(Failure) -> Value
) async throws(Mapped) -> Value {
    do throws(Failure) { return try await value() } catch { throw transform(error) }
}
