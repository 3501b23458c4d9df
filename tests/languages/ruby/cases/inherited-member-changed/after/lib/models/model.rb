module Shop
  class Model
    def save
      connection.upsert(table, values)
    end

    def table
      self.class.name.downcase
    end
  end
end
